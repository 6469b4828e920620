/** A part of an XML document. Character references are resolved. */
export type XmlToken =
  | { kind: 'open'; name: string; attributes: readonly Attribute[] }
  | { kind: 'close' }
  | { kind: 'text'; text: string };

type Attribute = readonly [name: string, value: string];

/** Further attributes of an element are left out. */
const maxAttributes = 1000;

/** Longer names are cut off. In characters. */
const maxName = 100;

/** Markup that is not a tag. */
const sections = [
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
  { start: '<![CDATA[', end: ']]>' },
];

/**
 * Divides XML into tokens, in one pass. It ends at a document type definition, and at markup without an end. An empty
 * element is an `open` and a `close`. That start and end tags match is not checked.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (let at = 0; at < xml.length;) {
    const start = xml.indexOf('<', at);
    const text = xml.slice(at, start < 0 ? undefined : start);
    if (text !== '') yield { kind: 'text', text: withoutReferences(text) };
    if (start < 0) return;
    const markup = readSection(xml, start) ?? readTag(xml, start + 1);
    if (!markup) return;
    yield* markup.tokens;
    at = markup.end;
  }
}

/** The tokens of some markup, and the offset behind it. */
interface Markup {
  tokens: readonly XmlToken[];
  end: number;
}

function readSection(xml: string, start: number): Markup | undefined {
  const section = sections.find((one) => xml.startsWith(one.start, start));
  if (!section) return undefined;
  const from = start + section.start.length;
  const end = xml.indexOf(section.end, from);
  // Without an end, all that follows belongs to the section.
  if (end < 0) return { tokens: [], end: xml.length };
  const isText = section.end === ']]>';
  return {
    tokens: isText ? [{ kind: 'text', text: xml.slice(from, end) }] : [],
    end: end + section.end.length,
  };
}

/** @param start the offset behind the `<` */
function readTag(xml: string, start: number): Markup | undefined {
  if (xml[start] === '!') return undefined;
  const delimiter = /["'>]/g;
  delimiter.lastIndex = start;
  const attributes: Attribute[] = [];
  for (let match = delimiter.exec(xml); match; match = delimiter.exec(xml)) {
    const end = delimiter.lastIndex;
    if (match[0] === '>') return { tokens: tagTokens(xml, { start, end: end - 1 }, attributes), end };
    const close = xml.indexOf(match[0], end);
    if (close < 0) return undefined;
    if (attributes.length < maxAttributes) {
      attributes.push([nameBefore(xml, match.index), withoutReferences(xml.slice(end, close))]);
    }
    delimiter.lastIndex = close + 1;
  }
  return undefined;
}

function tagTokens(
  xml: string,
  { start, end }: { start: number; end: number },
  attributes: readonly Attribute[],
): XmlToken[] {
  if (xml[start] === '/') return [{ kind: 'close' }];
  const [name = ''] = xml.slice(start, Math.min(end, start + maxName)).split(/[\s/]/, 1);
  const open = { kind: 'open', name, attributes } as const;
  return xml[end - 1] === '/' ? [open, { kind: 'close' }] : [open];
}

/** The name of the attribute whose value begins at `index`. */
function nameBefore(xml: string, index: number): string {
  const [before = ''] = xml.slice(Math.max(0, index - maxName), index).split(/=\s*$/, 1);
  return (
    before
      .trimEnd()
      .split(/[\s"']/)
      .at(-1) ?? ''
  );
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Resolves references to characters and to the five entities of XML. Others stay as they are. */
const withoutReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g, resolveReference);

function resolveReference(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? reference;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
