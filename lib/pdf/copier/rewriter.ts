import { hexBytes, literalBytes, toHex } from '../syntax/strings.ts';
import { Char, CharacterClass, classOf, isDigit } from '../syntax/characters.ts';
import type { ByteWriter } from '../syntax/byte-writer.ts';
import {
  endOfHexString,
  endOfRegular,
  endOfString,
  isWord,
  ReferenceReader,
  skipSpace,
} from '../syntax/lexer.ts';

/** What a rewriter needs to know while it works on one object. */
export interface RewriteOptions {
  /** The number of an object in the target; 0 makes references to it null. */
  numberOf: (number: number) => number;
  maxDepth: number;
}

/** What is not well-formed is not rewritten but parsed leniently. */
export const malformed = -1;

/**
 * Copies values as bytes with their references renumbered, in one pass that steps over strings, names and comments.
 * Strict: whatever another reader might take differently is {@link malformed}.
 */
export class Rewriter {
  /** Decrypts the strings of the object in hand; undefined where they are not encrypted. */
  decryptString: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /** Up to where the bytes in hand were copied or left out. What lies between two changes is copied at once. */
  copied = 0;
  readonly #out: ByteWriter;
  readonly #options: RewriteOptions;
  readonly #reference = new ReferenceReader();
  /** By depth what was opened: an array or a dictionary. */
  readonly #opened: number[] = [];

  constructor(out: ByteWriter, options: RewriteOptions) {
    this.#out = out;
    this.#options = options;
  }

  /** Copies what was not copied yet, to `to`. */
  copyTo(bytes: Buffer, to: number): void {
    this.#out.copy(bytes, this.copied, to);
    this.copied = to;
  }

  /**
   * Copies as far as the last change in the value at `at`; the rest comes with what follows.
   *
   * @returns the position after the value, or {@link malformed}
   */
  value(bytes: Buffer, at: number, end: number): number {
    const { maxDepth } = this.#options;
    let position = at;
    let depth = 0;
    while (position < end) {
      const code = bytes[position] as number;
      const kind = classOf[code] as number;
      if (kind === CharacterClass.space) {
        position += 1;
        continue;
      }
      if (code === Char.slash) position = endOfRegular(bytes, position + 1, end);
      else if (kind === CharacterClass.regular) {
        if (isDigit(code) && this.#reference.reference(bytes, position, end)) {
          this.copyTo(bytes, position);
          position = this.#reference.end;
          this.#writeReference(this.#reference.number, bytes[position]);
          this.copied = position;
        } else {
          position = endOfWord(bytes, position, end, code);
          if (position < 0) return malformed;
        }
      } else if (code === Char.bracketOpen) {
        if (depth === maxDepth) return malformed;
        this.#opened[depth] = code;
        depth += 1;
        position += 1;
        continue;
      } else if (code === Char.bracketClose) {
        depth -= 1;
        position += 1;
        if (depth < 0 || this.#opened[depth] !== Char.bracketOpen) return malformed;
      } else if (code === Char.less && bytes[position + 1] === Char.less) {
        if (depth === maxDepth) return malformed;
        this.#opened[depth] = code;
        depth += 1;
        position += 2;
        continue;
      } else if (code === Char.greater && bytes[position + 1] === Char.greater) {
        depth -= 1;
        position += 2;
        if (depth < 0 || this.#opened[depth] !== Char.less) return malformed;
      } else if (code === Char.parenthesisOpen || code === Char.less) {
        const stringEnd =
          code === Char.less ? endOfHexString(bytes, position, end) : endOfString(bytes, position, end);
        if (stringEnd < 0) return malformed;
        if (this.decryptString) {
          this.copyTo(bytes, position);
          this.#writeDecrypted(bytes, position, stringEnd, this.decryptString);
          this.copied = stringEnd;
        }
        position = stringEnd;
      } else if (code === Char.percent) {
        position = skipSpace(bytes, position, end);
        continue;
      } else return malformed;
      if (depth === 0) return position;
    }
    return malformed;
  }

  #writeReference(number: number, next: number | undefined): void {
    const target = this.#options.numberOf(number);
    if (target > 0) {
      this.#out.integer(target);
      this.#out.text(' 0 R');
    } else this.#out.text('null');
    if (next !== undefined && classOf[next] === CharacterClass.regular) this.#out.text(' ');
  }

  #writeDecrypted(
    bytes: Buffer,
    start: number,
    end: number,
    decrypt: (bytes: Uint8Array) => Uint8Array,
  ): void {
    const literal = bytes[start] === Char.parenthesisOpen;
    const encrypted = literal ? literalBytes(bytes, start + 1, end - 1) : hexBytes(bytes, start + 1, end - 1);
    this.#out.text(`<${toHex(decrypt(encrypted))}>`);
  }
}

/** The end of a number or keyword that is exactly one, else {@link malformed}. */
function endOfWord(bytes: Uint8Array, at: number, end: number, first: number): number {
  let position = at;
  if (isDigit(first) || first === Char.minus || first === Char.plus || first === Char.dot) {
    let dots = 0;
    let digits = 0;
    if (first === Char.minus || first === Char.plus) position += 1;
    for (; position < end && classOf[bytes[position] as number] === CharacterClass.regular; position += 1) {
      if (isDigit(bytes[position])) digits += 1;
      else if (bytes[position] === Char.dot) dots += 1;
      else return malformed;
    }
    return digits > 0 && dots <= 1 ? position : malformed;
  }
  position = endOfRegular(bytes, at, end);
  const known = ['true', 'false', 'null'].some((word) => isWord(bytes, at, position, word));
  return known ? position : malformed;
}
