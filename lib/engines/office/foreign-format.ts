import type { CompoundFile } from './compound-file.ts';
import type { ZipEntry } from './zip-directory.ts';

const signatures: readonly (readonly [signature: Buffer, name: string])[] = [
  [Buffer.from('%PDF-'), 'a PDF'],
  [Buffer.from('{\\rtf'), 'a Rich Text (RTF) document'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a PNG image'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'a JPEG image'],
  [Buffer.from('GIF8'), 'a GIF image'],
  [Buffer.from([0x1f, 0x8b]), 'a gzip archive'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a 7z archive'],
  [Buffer.from('Rar!'), 'a RAR archive'],
  [Buffer.from([0x09, 0x08]), 'a legacy Excel (XLS) workbook'],
  [Buffer.from('PK\x05\x06'), 'an empty ZIP archive'],
];

/** The apparent type of a file that is neither a ZIP nor a compound file, by its first bytes: `a PDF`. */
export function nameByContent(start: Buffer): string {
  const known = signatures.find(([signature]) => start.subarray(0, signature.length).equals(signature));
  if (known) return known[1];
  const text = textOf(start);
  if (text === undefined) return 'a file of an unknown kind';
  if (isHtml(text)) return 'an HTML page';
  if (/^\s*<\?xml\b/.test(text)) {
    if (text.includes('mso-application') || text.includes('schemas.microsoft.com/office')) {
      return 'an Office XML file of 2003';
    }
    if (text.includes('urn:oasis:names:tc:opendocument')) return 'a flat OpenDocument file';
    return 'an XML file';
  }
  return 'plain text';
}

/** Whether an HTML page starts after white space and comments. */
function isHtml(text: string): boolean {
  const blanks = /\s*/y;
  const pastBlanks = (from: number): number => {
    blanks.lastIndex = from;
    blanks.exec(text);
    return blanks.lastIndex;
  };
  let at = pastBlanks(0);
  while (text.startsWith('<!--', at)) {
    // `<!-->` is a comment too (HTML, "comment start state").
    const end = text.indexOf('-->', at + 2);
    if (end < 0) return false;
    at = pastBlanks(end + 3);
  }
  const pageStart = /<(?:!doctype\s+html|html|head|body)\b/iy;
  pageStart.lastIndex = at;
  return pageStart.test(text);
}

/** `start` as text; undefined when it is binary. */
function textOf(start: Buffer): string | undefined {
  const text = start.toString(start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : 'utf8');
  // eslint-disable-next-line no-control-regex -- control characters are what tells binary files
  const strange = text.match(/[\0-\x08\x0e-\x1f\ufffd]/g)?.length ?? 0;
  // The end may split a character, and text in a legacy code page is text too.
  return strange <= text.length / 20 ? text : undefined;
}

const mediaTypes: Record<string, string> = {
  'application/vnd.oasis.opendocument.text': 'an OpenDocument text (ODT)',
  'application/vnd.oasis.opendocument.spreadsheet': 'an OpenDocument spreadsheet (ODS)',
  'application/vnd.oasis.opendocument.presentation': 'an OpenDocument presentation (ODP)',
  'application/epub+zip': 'an EPUB book',
};

/** The apparent type of a ZIP without `[Content_Types].xml`; `mimetype` is the content of its entry with that name. */
export function nameByEntries(entries: readonly ZipEntry[], mimetype: string): string {
  const known = mediaTypes[mimetype.trim()];
  if (known) return known;
  if (mimetype.startsWith('application/vnd.oasis.opendocument')) return 'an OpenDocument file';
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('Index/Document.iwa') || names.has('Index.zip')) return 'an Apple iWork document';
  if (names.has('META-INF/MANIFEST.MF')) return 'a Java archive';
  return 'a ZIP archive without an office document in it';
}

const rootStreams: readonly (readonly [stream: string, name: string])[] = [
  ['WordDocument', 'a legacy Word (DOC) document; save it as DOCX'],
  ['Workbook', 'a legacy Excel (XLS) workbook; save it as XLSX'],
  ['Book', 'a legacy Excel (XLS) workbook; save it as XLSX'],
  ['PowerPoint Document', 'a legacy PowerPoint (PPT) presentation; save it as PPTX'],
  ['VisioDocument', 'a Visio drawing'],
  ['Quill', 'a Publisher document'],
  ['__properties_version1.0', 'an Outlook message'],
  ['EncryptedPackage', 'protected by rights management, not by a password; remove the protection'],
];

/** The apparent type of a compound file without a password-protected package. */
export const nameByStreams = ({ root }: CompoundFile): string =>
  rootStreams.find(([stream]) => root.has(stream))?.[1] ?? 'an OLE2 compound file of an unknown kind';
