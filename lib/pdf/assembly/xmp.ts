/** Standards that a document claims to conform to, by the namespace of the claim. */
const conformanceNamespaces = new Set([
  'http://www.aiim.org/pdfa/ns/id/',
  'http://www.aiim.org/pdfua/ns/id/',
  'http://www.aiim.org/pdfe/ns/id/',
  'http://www.npes.org/pdfx/ns/id/',
  'http://www.npes.org/pdfvt/ns/id/',
]);

/** XMP (ISO 16684-1) that makes no claim of conformance. What is not UTF-8 is left as it is. */
export function withoutConformance(xmp: Uint8Array): Uint8Array {
  const text = Buffer.from(xmp.buffer, xmp.byteOffset, xmp.length).toString('utf8');
  const prefixes = conformancePrefixes(text);
  if (prefixes.size === 0) return xmp;
  const withoutElements = without(text, prefixes, {
    start: /<([\w.-]+):/g,
    whole: /<([\w.-]+:[\w.-]+)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1\s*>)/y,
  });
  const attributes = { start: /\s([\w.-]+):/g, whole: /\s[\w.-]+:[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*')/y };
  return Buffer.from(without(withoutElements, prefixes, attributes));
}

function conformancePrefixes(text: string): Set<string> {
  const declarations = text.matchAll(/xmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Set(
    [...declarations].flatMap(([, prefix = '', double, single]) =>
      conformanceNamespaces.has(double ?? single ?? '') ? [prefix] : [],
    ),
  );
}

/**
 * `text` without what `whole` matches where `start` finds one of the prefixes. A document can declare thousands of
 * prefixes, so they are looked up and not made alternatives of an expression.
 */
function without(
  text: string,
  prefixes: ReadonlySet<string>,
  { start, whole }: { start: RegExp; whole: RegExp },
): string {
  const kept: string[] = [];
  let from = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    whole.lastIndex = match.index;
    if (!prefixes.has(match[1] ?? '') || !whole.test(text)) continue;
    kept.push(text.slice(from, match.index));
    from = whole.lastIndex;
    start.lastIndex = from;
  }
  return kept.join('') + text.slice(from);
}

/** An XMP packet that says what the document information says (ISO 16684-1, and the PDF namespace of its part 2). */
export function xmpOf(information: ReadonlyMap<string, string>): string {
  const simple = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<${name}>${escaped(text)}</${name}>\n`;
  const list = (name: string, kind: 'Alt' | 'Seq', text: string | undefined) => {
    if (text === undefined) return '';
    const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
    return `<${name}><rdf:${kind}><rdf:li${language}>${escaped(text)}</rdf:li></rdf:${kind}></${name}>\n`;
  };
  const properties = [
    list('dc:title', 'Alt', information.get('Title')),
    list('dc:creator', 'Seq', information.get('Author')),
    list('dc:description', 'Alt', information.get('Subject')),
    simple('pdf:Keywords', information.get('Keywords')),
    simple('pdf:Producer', information.get('Producer')),
    simple('xmp:CreatorTool', information.get('Creator')),
    simple('xmp:CreateDate', isoDate(information.get('CreationDate'))),
    simple('xmp:ModifyDate', isoDate(information.get('ModDate'))),
  ].join('');
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${properties}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 has no way to write control characters. */
const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- they are what is meant
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .toWellFormed()
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

/** A date of PDF (PDF 32000-1, 7.9.4) as XMP writes it; undefined when it is none. */
function isoDate(date: string | undefined): string | undefined {
  const match = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(
    date ?? '',
  );
  if (!match) return undefined;
  const [, year = '', month, day, hour, minute = '00', second = '00', utc, sign, hours = '', minutes = '00'] =
    match;
  const dateOnly = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return dateOnly;
  const zone = utc ?? (sign === undefined ? '' : `${sign}${hours}:${minutes}`);
  return `${dateOnly}T${hour}:${minute}:${second}${zone}`;
}
