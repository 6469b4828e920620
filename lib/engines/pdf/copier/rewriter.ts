import { hexBytes, literalBytes, toHex } from '../syntax/strings.ts';
import { Char, CharacterClass, classOf, isDigit } from '../syntax/characters.ts';
import type { ByteWriter } from '../syntax/byte-writer.ts';
import { endOfString, ReferenceReader } from '../syntax/lexer.ts';
import {
  endOfStrictHexString,
  endOfStrictName,
  endOfStrictWord,
  malformed,
} from '../syntax/strict-tokens.ts';

/** The context in which a rewriter works on an object. */
export interface RewriteOptions {
  /** Returns the number of an object in the output; 0 turns references to it into null. */
  numberOf: (number: number) => number;
  maxDepth: number;
}

/**
 * The deepest nesting of arrays and dictionaries in one object. Readers have limits and lose objects that exceed them:
 * PDFium's is 64, others' are about 500.
 */
export const maxDirectDepth = 32;

/** The next token that a container may have: an item of an array, or a key or a value of a dictionary. */
const Expected = { item: 0, key: 1, value: 2 } as const;
type Expected = (typeof Expected)[keyof typeof Expected];

/**
 * Copies values as bytes and renumbers their references, in one pass that skips strings and names. Strict: anything
 * that readers may interpret differently, including comments, is {@link malformed}.
 */
export class Rewriter {
  /** Decrypts the strings of the current object; undefined if they are not encrypted. */
  decryptString: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /**
   * The position up to which the current bytes were copied or dropped. Bytes between two changes are copied at once.
   */
  copied = 0;
  readonly #out: ByteWriter;
  readonly #options: RewriteOptions;
  readonly #reference = new ReferenceReader();
  /** The open containers by depth: array or dictionary. */
  readonly #opened: number[] = [];

  constructor(out: ByteWriter, options: RewriteOptions) {
    this.#out = out;
    this.#options = options;
  }

  /** Copies the bytes up to `to` that were not copied yet. */
  copyTo(bytes: Buffer, to: number): void {
    this.#out.copy(bytes, this.copied, to);
    this.copied = to;
  }

  /**
   * Copies up to the last change in the value at `at`. The rest is copied with the bytes that follow.
   *
   * @returns the position after the value, or {@link malformed}
   */
  value(bytes: Buffer, at: number, end: number): number {
    let position = at;
    let depth = 0;
    let expected: Expected = Expected.item;
    while (position < end) {
      const code = bytes[position] as number;
      if (classOf[code] === CharacterClass.space) {
        position += 1;
        continue;
      }
      const opens = code === Char.bracketOpen || (code === Char.less && bytes[position + 1] === Char.less);
      if (expected === Expected.key && code !== Char.slash && code !== Char.greater) return malformed;
      if (opens) {
        if (depth === this.#options.maxDepth) return malformed;
        this.#opened[depth] = code;
        depth += 1;
        position += code === Char.less ? 2 : 1;
        expected = code === Char.less ? Expected.key : Expected.item;
        continue;
      }
      if (expected === Expected.key && code === Char.slash) {
        position = endOfStrictName(bytes, position + 1, end);
        if (position < 0) return malformed;
        expected = Expected.value;
        continue;
      }
      if (code === Char.bracketClose || (code === Char.greater && bytes[position + 1] === Char.greater)) {
        depth -= 1;
        const opening = code === Char.greater ? Char.less : Char.bracketOpen;
        if (depth < 0 || this.#opened[depth] !== opening || expected === Expected.value) return malformed;
        position += code === Char.greater ? 2 : 1;
      } else {
        position = this.#token(bytes, position, end, code);
        if (position < 0) return malformed;
      }
      if (depth === 0) return position;
      expected = this.#opened[depth - 1] === Char.less ? Expected.key : Expected.item;
    }
    return malformed;
  }

  /** Copies a value that is not a container. */
  #token(bytes: Buffer, at: number, end: number, code: number): number {
    if (code === Char.slash) return endOfStrictName(bytes, at + 1, end);
    if (code === Char.parenthesisOpen || code === Char.less) return this.#string(bytes, at, end, code);
    if (classOf[code] !== CharacterClass.regular) return malformed;
    if (!isDigit(code) || !this.#reference.reference(bytes, at, end)) return endOfStrictWord(bytes, at, end);
    this.copyTo(bytes, at);
    const { number, end: after } = this.#reference;
    this.#writeReference(number, bytes[after]);
    this.copied = after;
    return after;
  }

  #string(bytes: Buffer, at: number, end: number, code: number): number {
    const after = code === Char.less ? endOfStrictHexString(bytes, at, end) : endOfString(bytes, at, end);
    if (after < 0 || !this.decryptString) return after;
    this.copyTo(bytes, at);
    this.#writeDecrypted(bytes, at, after, this.decryptString);
    this.copied = after;
    return after;
  }

  #writeReference(number: number, next: number | undefined): void {
    const newNumber = this.#options.numberOf(number);
    if (newNumber > 0) {
      this.#out.integer(newNumber);
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
