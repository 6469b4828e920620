/** A piece of XML that is already escaped. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An element whose children are elements, or text to escape. */
export function element(name: string, ...children: (Xml | string | number | boolean)[]): Xml {
  const content = children.map((child) => (child instanceof Xml ? child.text : escape(String(child))));
  return new Xml(`<${name}>${content.join('')}</${name}>`);
}

/** A document in S3's namespace; error documents have none, and their readers do not mind. */
export function xmlDocument(root: Xml): string {
  const namespaced = root.text.startsWith('<Error>')
    ? root.text
    : root.text.replace(/^<\w+/, (start) => `${start} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${namespaced}`;
}

/**
 * The inner XML of every element of that name, at any depth but not nested in itself.
 * Enough for the two flat documents that clients send; namespaces and attributes are ignored.
 */
export function innerXml(xml: string, name: string): string[] {
  const found: string[] = [];
  const open = new RegExp(`<${name}(?=[\\s>])`, 'g');
  const close = new RegExp(`</${name}\\s*>`, 'g');
  while (open.test(xml)) {
    const start = xml.indexOf('>', open.lastIndex) + 1;
    close.lastIndex = start;
    const end = start === 0 ? null : close.exec(xml);
    if (!end) break;
    found.push(xml.slice(start, end.index));
    open.lastIndex = close.lastIndex;
  }
  return found;
}

/** The text of the first element of that name. */
export function textOf(xml: string, name: string): string | undefined {
  const content = innerXml(xml, name)[0];
  return content === undefined ? undefined : unescape(content);
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescape(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const codePoint = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
    },
  );
}

/** Escapes markup, and control characters and line ends, which a parser would otherwise change. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\p{Cc}/gu, (control) => `&#x${control.charCodeAt(0).toString(16)};`);
}
