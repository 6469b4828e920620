import { ownEntry } from '../../base/own-entry.ts';
import { FormatError } from '../../base/random-access.ts';

/** A start or end tag; `start` and `end` (exclusive) are character offsets from the beginning of the text. */
export interface XmlTag {
  kind: 'open' | 'close' | 'empty';
  /** With its prefix, if any. */
  name: string;
  /** From `<` to `>`. */
  text: string;
  start: number;
  end: number;
}

export interface XmlAttribute {
  name: string;
  /** With predefined entities and character references resolved. */
  value: string;
  /** Offsets in the tag's text, from the white space before the name to the closing quote. */
  start: number;
  end: number;
}

/** No real tag is longer. Text, comments and CDATA sections are not buffered and may be. */
const saneTagLength = 1024 * 1024;
/** No real tag has more. */
const maxAttributes = 1000;

/**
 * Finds the tags of an XML text that arrives in pieces. It checks only as much as that requires: comments, CDATA
 * sections and processing instructions are skipped, a DTD is rejected.
 */
export class XmlTagReader {
  readonly #maxTagLength: number;
  #text = '';
  /** Offset of `#text` in the whole text. */
  #base = 0;
  /** The end mark of the section being skipped. */
  #until: string | undefined;

  /** @param maxTagLength in characters */
  constructor(maxTagLength = saneTagLength) {
    this.#maxTagLength = maxTagLength;
  }

  /** The tags that end in `piece`. Consume all of them before the next piece. */
  *read(piece: string): Generator<XmlTag> {
    const text = this.#text + piece;
    let at = 0;
    for (;;) {
      if (this.#until !== undefined) {
        const end = text.indexOf(this.#until, at);
        if (end < 0) {
          at = Math.max(at, text.length - this.#until.length + 1);
          break;
        }
        at = end + this.#until.length;
        this.#until = undefined;
      }
      const start = text.indexOf('<', at);
      if (start < 0) {
        at = text.length;
        break;
      }
      at = start;
      const second = text.charCodeAt(start + 1);
      if (second === exclamation || second === question) {
        const skipped = skippedSection(text, start);
        if (!skipped) break;
        this.#until = skipped.until;
        at = start + skipped.length;
        continue;
      }
      const end = tagEnd(text, start);
      if (end < 0) {
        if (text.length - start > this.#maxTagLength) throw new FormatError('XML tag is too long');
        break;
      }
      yield tagOf(text.slice(start, end), this.#base + start);
      at = end;
    }
    this.#text = text.slice(at);
    this.#base += at;
  }

  /** @throws FormatError when the text ends inside markup */
  finish(): void {
    if (this.#until !== undefined || this.#text !== '') throw new FormatError('XML ends inside markup');
  }
}

const exclamation = 0x21;
const question = 0x3f;
const slash = 0x2f;

/** The section at `start` that contains no tags; undefined until enough text has arrived to identify it. */
function skippedSection(text: string, start: number): { length: number; until: string } | undefined {
  if (text.startsWith('<?', start)) return { length: 2, until: '?>' };
  if (text.startsWith('<!--', start)) return { length: 4, until: '-->' };
  if (text.startsWith('<![CDATA[', start)) return { length: 9, until: ']]>' };
  const begun = text.slice(start, start + 9);
  if (begun.length < 9 && ['<!--', '<![CDATA[', '<!DOCTYPE'].some((whole) => whole.startsWith(begun))) {
    return undefined;
  }
  throw new FormatError('XML has a document type declaration or broken markup');
}

/** The offset after the tag's `>`, ignoring those inside quotes; -1 until it has arrived. */
function tagEnd(text: string, start: number): number {
  let end = text.indexOf('>', start);
  if (end < 0) return -1;
  // Few tags have a '>' inside quotes, so quotes are searched only in tags that contain one.
  let at = start;
  for (;;) {
    const quote = firstQuote(text, at, end);
    if (quote < 0) return end + 1;
    const closing = text.indexOf(text.charAt(quote), quote + 1);
    if (closing < 0) return -1;
    at = closing + 1;
    if (at > end) {
      end = text.indexOf('>', at);
      if (end < 0) return -1;
    }
  }
}

function firstQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

function tagOf(text: string, start: number): XmlTag {
  const kind =
    text.charCodeAt(1) === slash ? 'close' : text.charCodeAt(text.length - 2) === slash ? 'empty' : 'open';
  const nameStart = kind === 'close' ? 2 : 1;
  let nameEnd = nameStart;
  while (nameEnd < text.length && !isNameEnd(text.charCodeAt(nameEnd))) nameEnd += 1;
  if (nameEnd === nameStart) throw new FormatError('XML tag without a name');
  return { kind, name: text.slice(nameStart, nameEnd), text, start, end: start + text.length };
}

/** White space, `/` or `>`. */
const isNameEnd = (code: number): boolean => code <= 0x20 || code === slash || code === 0x3e;

/**
 * All attributes of a start tag, in order.
 *
 * @throws FormatError when the tag is malformed, or has more attributes than any real one
 */
export function attributesOf(tag: XmlTag): XmlAttribute[] {
  const attributes: XmlAttribute[] = [];
  // XML's white space only: `\s` matches bytes that are part of UTF-8 letters.
  const pattern = /[ \t\r\n]+([^ \t\r\n=/>"']+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;
  let end = 1 + tag.name.length;
  pattern.lastIndex = end;
  for (let match = pattern.exec(tag.text); match; match = pattern.exec(tag.text)) {
    if (attributes.length >= maxAttributes) throw new FormatError('XML tag with too many attributes');
    const [whole, name = '', double, single] = match;
    const value = resolveReferences(double ?? single ?? '');
    end = match.index + whole.length;
    attributes.push({ name, value, start: match.index, end });
  }
  // Nothing after an unreadable attribute may be overlooked.
  if (!/^[ \t\r\n]*\/?>$/.test(tag.text.slice(end))) throw new FormatError('XML tag is not well-formed');
  return attributes;
}

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves predefined entities and character references. */
export const resolveReferences = (value: string): string =>
  value.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (name !== '') return ownEntry(predefined, name as string) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
