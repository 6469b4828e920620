/** An XMP packet with the contents of the document information (ISO 16684-1, and the PDF namespace of its part 2). */
export function xmpOf(information: ReadonlyMap<string, string>): string {
  const simple = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<${name}>${escapedXml(text)}</${name}>\n`;
  const list = (name: string, kind: 'Alt' | 'Seq', text: string | undefined) => {
    if (text === undefined) return '';
    const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
    return `<${name}><rdf:${kind}><rdf:li${language}>${escapedXml(text)}</rdf:li></rdf:${kind}></${name}>\n`;
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

/** The text without characters that XML 1.0 cannot represent. */
export const cleanXmlText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these characters are removed
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .toWellFormed();

/** The text for an element: without characters that XML 1.0 cannot represent, and escaped. */
export const escapedXml = (text: string): string =>
  cleanXmlText(text).replace(/[&<>]/g, (character) => entities[character] ?? character);

/** The entries of the document information that are dates. */
export const dateEntries: ReadonlySet<string> = new Set(['CreationDate', 'ModDate']);

/** A PDF date (PDF 32000-1, 7.9.4) in the format of XMP; undefined if it is invalid. */
export function isoDate(date: string | undefined): string | undefined {
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

/** A date of XMP in the format of PDF; undefined if it is invalid. */
export function pdfDate(date: string): string | undefined {
  const match =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/.exec(
      date,
    );
  if (!match) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', zone = ''] = match;
  return `D:${year}${month}${day}${hour}${minute}${second}${zone.replace(':', "'")}`;
}
