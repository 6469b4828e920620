import { FormatError } from '../../../base/random-access.ts';

/** Offsets are in bytes from the beginning of the file; `end` is exclusive. */
export type RtfToken =
  | { kind: 'open' | 'close'; start: number; end: number }
  /** A control word or symbol: `pard`, `*`, `'`; the parameter of `'` is the byte. */
  | { kind: 'control'; word: string; parameter: number | undefined; start: number; end: number }
  /** One character per byte. */
  | { kind: 'text'; text: string; start: number; end: number }
  /** Bytes after `\bin`. */
  | { kind: 'binary'; bytes: Buffer; start: number; end: number };

/** A control word has at most 32 letters (RTF 1.9.1, "Control Word"); with its parameter and delimiter. */
const longestControl = 48;
const controlWord = /\\([A-Za-z]{1,32})(-?\d{1,10})?( ?)/y;
const hexByte = /\\'([0-9A-Fa-f]{2})/y;
const special = /[\\{}]/g;

/** Divides an RTF file (Rich Text Format 1.9.1) that arrives in pieces into tokens. */
export class RtfReader {
  #held: Buffer = Buffer.alloc(0);
  /** Offset of the next piece's first unread byte. */
  #base = 0;
  /** Bytes of `\bin` that are still to come. */
  #binary = 0;

  /**
   * The tokens that end in `piece`.
   *
   * @throws FormatError when a control word is malformed
   */
  *read(piece: Buffer): Generator<RtfToken> {
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    this.#held = Buffer.alloc(0);
    yield* this.#tokens(bytes, false);
  }

  /**
   * The tokens at the end of the file.
   *
   * @throws FormatError when the file ends inside binary data
   */
  *finish(): Generator<RtfToken> {
    const bytes = this.#held;
    this.#held = Buffer.alloc(0);
    yield* this.#tokens(bytes, true);
    if (this.#binary > 0) throw new FormatError('RTF ends inside binary data');
  }

  *#tokens(bytes: Buffer, isLast: boolean): Generator<RtfToken> {
    const text = bytes.toString('latin1');
    let at = 0;
    while (at < text.length) {
      const start = this.#base + at;
      if (this.#binary > 0) {
        const length = Math.min(this.#binary, text.length - at);
        this.#binary -= length;
        yield {
          kind: 'binary',
          bytes: bytes.subarray(at, at + length),
          start,
          end: start + length,
        };
        at += length;
        continue;
      }
      const character = text[at];
      if (character === '{' || character === '}') {
        yield { kind: character === '{' ? 'open' : 'close', start, end: start + 1 };
        at += 1;
      } else if (character === '\\') {
        if (!isLast && text.length - at < longestControl) break;
        const { word, parameter, length } = controlAt(text, at);
        yield { kind: 'control', word, parameter, start, end: start + length };
        at += length;
        if (word === 'bin') this.#binary = binaryLength(parameter);
      } else {
        special.lastIndex = at;
        const end = special.exec(text)?.index ?? text.length;
        yield { kind: 'text', text: text.slice(at, end), start, end: this.#base + end };
        at = end;
      }
    }
    this.#held = bytes.subarray(at);
    this.#base += at;
  }
}

function controlAt(
  text: string,
  at: number,
): { word: string; parameter: number | undefined; length: number } {
  controlWord.lastIndex = at;
  const found = controlWord.exec(text);
  if (found) {
    const [{ length }, word = '', digits, delimiter] = found;
    // Other readers may understand a longer one differently.
    if (delimiter === '' && isContinued(text.charCodeAt(at + length), digits)) {
      throw new FormatError(`RTF with a long control word ${word}`);
    }
    return { word, parameter: digits === undefined ? undefined : Number(digits), length };
  }
  hexByte.lastIndex = at;
  const hex = hexByte.exec(text)?.[1];
  if (hex !== undefined) return { word: "'", parameter: Number.parseInt(hex, 16), length: 4 };
  return { word: text.charAt(at + 1), parameter: undefined, length: 2 };
}

/** Whether a letter follows the longest word, or a digit the longest number. */
const isContinued = (next: number, digits: string | undefined): boolean =>
  digits === undefined ? (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a : next >= 0x30 && next <= 0x39;

function binaryLength(parameter = 0): number {
  if (parameter < 0) throw new FormatError(`RTF with ${parameter} bytes of binary data`);
  return parameter;
}
