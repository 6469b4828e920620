import { ownEntry } from '../../base/own-entry.ts';
import type { CompoundFile } from './compound-file.ts';
import { textOfStart } from './text/encoding.ts';
import type { ZipEntry } from './zip-directory.ts';

export const rtfSignature = Buffer.from('{\\rtf');

const signatures: readonly (readonly [signature: Buffer, name: string])[] = [
  [Buffer.from('%PDF-'), 'a PDF'],
  [rtfSignature, 'a Rich Text (RTF) document'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a PNG image'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'a JPEG image'],
  [Buffer.from('GIF8'), 'a GIF image'],
  [Buffer.from([0x1f, 0x8b]), 'a gzip archive'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a 7z archive'],
  [Buffer.from('Rar!'), 'a RAR archive'],
  [Buffer.from([0x09, 0x08]), 'an Excel (XLS) workbook without its compound file'],
  [Buffer.from('PK\x05\x06'), 'an empty ZIP archive'],
];

/** The apparent type of a file with a known signature: `a PDF`. */
export const nameBySignature = (start: Buffer): string | undefined =>
  signatures.find(([signature]) => start.subarray(0, signature.length).equals(signature))?.[1];

/** The apparent type of a file that is neither a ZIP nor a compound file, by its first bytes. */
export function nameByContent(start: Buffer): string {
  const known = nameBySignature(start);
  if (known !== undefined) return known;
  const text = textOfStart(start);
  return text === undefined ? 'a file of an unknown kind' : (nameByMarkup(text) ?? 'plain text');
}

/** The apparent type of a text that is HTML or XML. */
export function nameByMarkup(text: string): string | undefined {
  if (isHtml(text)) return 'an HTML page';
  if (!/^\s*<\?xml\b/.test(text)) return undefined;
  if (text.includes('mso-application') || text.includes('schemas.microsoft.com/office')) {
    return 'an Office XML file of 2003';
  }
  return text.includes('urn:oasis:names:tc:opendocument') ? 'a flat OpenDocument file' : 'an XML file';
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

const mediaTypes: Record<string, string> = {
  'application/epub+zip': 'an EPUB book',
};

/** The apparent type of a ZIP without `[Content_Types].xml`; `mimetype` is the content of its entry with that name. */
export function nameByEntries(entries: readonly ZipEntry[], mimetype: string): string {
  const known = ownEntry(mediaTypes, mimetype.trim());
  if (known) return known;
  if (mimetype.startsWith('application/vnd.oasis.opendocument'))
    return 'an OpenDocument file of another kind';
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('Index/Document.iwa') || names.has('Index.zip')) return 'an Apple iWork document';
  if (names.has('META-INF/MANIFEST.MF')) return 'a Java archive';
  return 'a ZIP archive without an office document in it';
}

const rootStreams: readonly (readonly [stream: string, name: string])[] = [
  ['VisioDocument', 'a Visio drawing'],
  ['Quill', 'a Publisher document'],
  ['__properties_version1.0', 'an Outlook message'],
  ['EncryptedPackage', 'protected by rights management, not by a password; remove the protection'],
];

/** The apparent type of a compound file without a password-protected package. */
export const nameByStreams = ({ root }: CompoundFile): string =>
  rootStreams.find(([stream]) => root.has(stream))?.[1] ?? 'an OLE2 compound file of an unknown kind';
