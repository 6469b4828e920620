const standardFields: Readonly<Record<string, string>> = {
  From: 'Ann <ann@example.com>',
  To: 'Bob <bob@example.com>',
  Subject: 'Plan',
  Date: 'Mon, 23 Nov 2026 14:05:33 +0100',
  'MIME-Version': '1.0',
};

/** A mail with the usual header fields, and those of its body. An empty value removes a field. */
export function mailOf(body: string, fields: Readonly<Record<string, string>> = {}): string {
  const header = Object.entries({ ...standardFields, ...fields }).filter(([, value]) => value !== '');
  return `${header.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${body}`;
}

/** The fields and the content of a part. */
export const part = (content: string, ...fields: string[]): string =>
  `${fields.map((field) => `${field}\r\n`).join('')}\r\n${content}`;

export const htmlPart = (html: string): string => part(html, 'Content-Type: text/html; charset=utf-8');

export const filePart = (type: string, content: string | Buffer, ...fields: string[]): string =>
  part(
    Buffer.from(content).toString('base64'),
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...fields,
  );

let boundaries = 0;

/** A body of several parts. Also a part. */
export function multipart(type: string, ...parts: string[]): string {
  const boundary = `=_${(boundaries += 1)}`;
  const delimited = parts.map((one) => `--${boundary}\r\n${one}\r\n`);
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${delimited.join('')}--${boundary}--\r\n`;
}
