import { readMailDate } from './mail-date.ts';

/** Number of bytes at the start of a file that `isMail` needs. More of them do no harm. */
export const mailStartBytes = 4096;

/** Fields that only mail has. */
const certain: ReadonlySet<string> = new Set([
  ...['received', 'return-path', 'delivered-to', 'message-id', 'mime-version', 'dkim-signature'],
  ...['arc-seal', 'authentication-results', 'received-spf', 'in-reply-to', 'list-unsubscribe'],
]);

/** Fields that mail shares with other texts, such as memos. */
const common: ReadonlySet<string> = new Set([
  ...['from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'subject', 'date', 'references'],
  ...['content-type', 'content-transfer-encoding', 'x-mailer', 'user-agent'],
]);

/** RFC 5322, 3.6.8: any printable character but a colon. */
const fieldPattern = /^([!-9;-~]{1,100})[ \t]*:(.*)$/;

/**
 * Whether a file is a mail (RFC 5322): it begins with header fields of which two are known. One of them must be a field that
 * nothing but mail has, or the fields must have the address of the author and a date in the format of mail: memos begin with
 * "From:" and "Date:" too. A file that is named `.eml` needs one known field. An mbox file, which can have many mails, is
 * not a mail.
 *
 * @param start the first bytes of the file
 */
export function isMail(start: Uint8Array, fileName: string): boolean {
  const fields = headerOf(start);
  if (!fields) return false;
  const names = new Set(fields.map(({ name }) => name));
  const known = [...names].filter((name) => certain.has(name) || common.has(name));
  if (/\.eml$/i.test(fileName)) return known.length > 0;
  if (known.length < 2) return false;
  const valueOf = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
  return (
    known.some((name) => certain.has(name)) ||
    (valueOf('from').includes('@') && readMailDate(valueOf('date')).pdf !== undefined)
  );
}

/** The fields up to an empty line or the last complete line; undefined if there is anything else. */
function headerOf(start: Uint8Array): { name: string; value: string }[] | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1');
  const lines = text.replace(/^(?:\u00ef\u00bb\u00bf)?(?:\r?\n)*/, '').split(/\r?\n/);
  // The last line may be cut.
  const complete = lines.length > 1 ? lines.slice(0, -1) : lines;
  const fields: { name: string; value: string }[] = [];
  for (const line of complete) {
    if (line === '') break;
    if (/^[ \t]/.test(line) && fields.length > 0) continue;
    const [, name, value = ''] = fieldPattern.exec(line) ?? [];
    if (name === undefined) return undefined;
    fields.push({ name: name.toLowerCase(), value });
  }
  return fields;
}
