import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  type PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '../objects.ts';
import { Char, CharacterClass, classOf, isDigit } from './characters.ts';
import { readName } from './names.ts';
import { endOfHexString, endOfRegular, endOfString, isWord, ReferenceReader, skipSpace } from './lexer.ts';
import { hexBytes, literalBytes, toHex } from './strings.ts';
import { refOf } from './references.ts';

export interface ObjectParserOptions {
  /** Deeper nesting of arrays and dictionaries throws {@link NestingError}. */
  maxDepth: number;
  /** Decrypts the bytes of a string. */
  decrypt?: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

/**
 * Parses objects into pdf-lib's, as leniently as viewers: invalid keys are skipped, unclosed containers end with the
 * object, unknown words are null.
 */
export class ObjectParser {
  readonly #context: PDFContext;
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #options: ObjectParserOptions;
  readonly #reference = new ReferenceReader();
  #at: number;

  /** @param end the position at which the object must end at the latest */
  constructor(context: PDFContext, bytes: Buffer, at: number, end: number, options: ObjectParserOptions) {
    this.#context = context;
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
    this.#options = options;
  }

  /** The position after the parsed object. */
  get position(): number {
    return this.#at;
  }

  /**
   * The next object; undefined if none starts here.
   *
   * @throws NestingError
   */
  parse(depth = 0): PDFObject | undefined {
    this.#at = skipSpace(this.#bytes, this.#at, this.#end);
    if (this.#at >= this.#end) return undefined;
    const code = this.#bytes[this.#at] as number;
    switch (code) {
      case Char.slash:
        return this.#name();
      case Char.parenthesisOpen:
        return this.#literalString();
      case Char.bracketOpen:
        return this.#array(depth + 1);
      case Char.less:
        return this.#bytes[this.#at + 1] === Char.less ? this.#dictionary(depth + 1) : this.#hexString();
      default:
        if (classOf[code] === CharacterClass.delimiter) return undefined;
        return this.#word(code);
    }
  }

  #name(): PDFName {
    const start = this.#at + 1;
    this.#at = endOfRegular(this.#bytes, start, this.#end);
    return readName(this.#bytes, start, this.#at);
  }

  #literalString(): PDFObject {
    const start = this.#at + 1;
    const closed = endOfString(this.#bytes, this.#at, this.#end);
    const end = closed < 0 ? Math.min(~closed, start + maxUnclosedBytes) : closed - 1;
    this.#at = closed < 0 ? ~closed : closed;
    const { decrypt } = this.#options;
    if (decrypt) return PDFHexString.of(toHex(decrypt(literalBytes(this.#bytes, start, end))));
    // The text of an unclosed string may contain characters that strings must not.
    if (closed < 0) return PDFHexString.of(toHex(literalBytes(this.#bytes, start, end)));
    return PDFString.of(this.#bytes.toString('latin1', start, end));
  }

  #hexString(): PDFHexString {
    const start = this.#at + 1;
    const closed = endOfHexString(this.#bytes, this.#at, this.#end);
    const end = closed < 0 ? ~closed : closed - 1;
    this.#at = closed < 0 ? ~closed : closed;
    const bytes = hexBytes(this.#bytes, start, end);
    const { decrypt } = this.#options;
    return PDFHexString.of(toHex(decrypt ? decrypt(bytes) : bytes));
  }

  #array(depth: number): PDFArray {
    const array = PDFArray.withContext(this.#context);
    this.#descend(depth);
    this.#at += 1;
    for (;;) {
      const value = this.parse(depth);
      if (value) array.push(value);
      else if (this.#bytes[this.#at] === Char.bracketClose && this.#at < this.#end) {
        this.#at += 1;
        return array;
      } else if (this.#endsHere() || this.#bytes[this.#at] === Char.greater) return array;
      else this.#at += 1;
    }
  }

  #dictionary(depth: number): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    this.#descend(depth);
    this.#at += 2;
    for (;;) {
      this.#at = skipSpace(this.#bytes, this.#at, this.#end);
      const code = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
      if (code === Char.slash) {
        const key = this.#name();
        const value = this.parse(depth);
        if (value) entries.set(key, value);
      } else if (code === Char.greater && this.#bytes[this.#at + 1] === Char.greater) {
        this.#at += 2;
        break;
      } else if (this.parse(depth) === undefined) {
        if (this.#endsHere()) break;
        this.#at += 1;
      }
    }
    return PDFDict.fromMapWithContext(entries, this.#context);
  }

  #word(first: number): PDFObject | undefined {
    const start = this.#at;
    if (isDigit(first) && this.#reference.reference(this.#bytes, start, this.#end)) {
      this.#at = this.#reference.end;
      // The generation only distinguishes deleted objects, so references drop it and each object has one reference.
      return refOf(this.#reference.number);
    }
    const end = endOfRegular(this.#bytes, start, this.#end);
    if (isDigit(first) || first === Char.plus || first === Char.minus || first === Char.dot) {
      this.#at = end;
      return numberOf(numberValue(this.#bytes, start, end));
    }
    if (endsObject(this.#bytes, start, end)) return undefined;
    this.#at = end;
    if (isWord(this.#bytes, start, end, 'true')) return PDFBool.True;
    if (isWord(this.#bytes, start, end, 'false')) return PDFBool.False;
    return PDFNull;
  }

  #descend(depth: number): void {
    if (depth > this.#options.maxDepth) throw new NestingError();
  }

  /** Whether the object must end here although containers are open. */
  #endsHere(): boolean {
    if (this.#at >= this.#end) return true;
    return classOf[this.#bytes[this.#at] as number] === CharacterClass.regular;
  }
}

/** The bytes kept of an unclosed string. */
const maxUnclosedBytes = 32 * 1024;

/** Nesting of arrays and dictionaries exceeds the limit. */
export class NestingError extends Error {
  override readonly name = 'NestingError';
}

const endings = ['endobj', 'endstream', 'stream', 'xref', 'trailer', 'startxref'];

/** Whether the word between `start` and `end` can only follow an object. */
export function endsObject(bytes: Uint8Array, start: number, end: number): boolean {
  for (const word of endings) if (isWord(bytes, start, end, word)) return true;
  return false;
}

/** pdf-lib formats every number when it is made. Most numbers are the same few. */
const smallIntegers = Array.from({ length: 1024 }, (_, value) => PDFNumber.of(value));

const numberOf = (value: number): PDFNumber => smallIntegers[value] ?? PDFNumber.of(value);

/** A number as viewers read it: several signs count as one, and characters after the number are ignored. */
export function numberValue(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let negative = false;
  for (; at < end && (bytes[at] === Char.minus || bytes[at] === Char.plus); at += 1)
    negative ||= bytes[at] === Char.minus;
  let value = 0;
  let decimals = -1;
  for (; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code === Char.dot && decimals < 0) decimals = 0;
    else if (!isDigit(code)) break;
    // Excess digits only cost precision before the point, and nothing after it.
    else if (decimals < 15) {
      value = value * 10 + code - Char.zero;
      if (decimals >= 0) decimals += 1;
    }
  }
  if (decimals > 0) value /= 10 ** decimals;
  return negative ? -value : Math.min(value, Number.MAX_VALUE);
}
