import { FormatError } from '../../base/random-access.ts';
import { XmlTextReader } from './xml-text.ts';

/**
 * The encodings in which this service sees the same markup as an XML parser. Office Open XML allows UTF-8 and UTF-16
 * only (ECMA-376-2, 8.1.1); other ASCII-compatible encodings do no harm.
 */
const readableEncoding = /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii|ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
/** Far more than an XML declaration and a comment. */
const maxProlog = 64 * 1024;

/**
 * Inspects the text before an XML part's root element, the only place for a document type declaration. With entities
 * declared there, a small document can expand to gigabytes or read files.
 */
export class XmlPrologCheck {
  readonly #reader = new XmlTextReader();
  #text = '';
  #passed = false;

  /**
   * @throws FormatError when the part has a document type declaration, has an encoding that hides one, or is not XML
   */
  read(piece: Buffer): void {
    if (this.#passed) return;
    // The rest of a large first piece is not needed.
    this.#text += this.#reader.read(piece.subarray(0, 2 * maxProlog));
    // A chunk of another document: it has the content type of a document's XML, but is a package (ECMA-376-1, 11.3.1).
    if (this.#text.startsWith('PK\x03\x04')) {
      this.#passed = true;
      return;
    }
    const rest = withoutProlog(this.#text);
    if (rest === undefined) {
      if (this.#text.length > maxProlog) throw new FormatError('XML begins with too long remarks');
      return;
    }
    // UTF-32 and EBCDIC appear here with a NUL or without any markup; a parser may know them.
    if (!/^<[^!?\0]/.test(rest))
      throw new FormatError('XML has a document type declaration or no readable markup');
    this.#passed = true;
    this.#text = '';
  }
}

/** `text` from its root element or document type declaration on; undefined before that. */
function withoutProlog(text: string): string | undefined {
  let at = 0;
  for (;;) {
    at += /^[\s\ufeff\xef\xbb\xbf]*/.exec(text.slice(at, at + maxProlog))?.[0].length ?? 0;
    const remark = sections.find(({ start }) => text.startsWith(start, at));
    if (!remark) break;
    const end = text.indexOf(remark.end, at + remark.start.length);
    if (end < 0) return undefined;
    if (text.startsWith('<?xml', at)) checkEncoding(text.slice(at, end));
    at = end + remark.end.length;
  }
  // '<!-' can still become a comment.
  return text.length - at < '<!--'.length ? undefined : text.slice(at, at + 16);
}

const sections = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
];

function checkEncoding(declaration: string): void {
  const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  if (encoding !== undefined && !isReadableEncoding(encoding)) {
    throw new FormatError(`XML in the encoding ${encoding}`);
  }
}

/** Whether this service sees the same markup as an XML parser in the encoding `name`. */
export const isReadableEncoding = (name: string): boolean => readableEncoding.test(name);
