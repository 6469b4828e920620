import { Char, CharacterClass, classOf, isDigit } from './characters.ts';
import {
  endOfHexString,
  endOfRegular,
  endOfString,
  isWord,
  readInteger,
  ReferenceReader,
  skipSpace,
} from './lexer.ts';
import { endsObject } from './object-parser.ts';

/** Where a value stands. */
export interface Extent {
  start: number;
  end: number;
}

/**
 * A dictionary looked at without parsing its values: enough to walk page trees and to scan files. Strict: what it
 * cannot follow is left to {@link ObjectParser}.
 */
export class DictEntries {
  readonly #bytes: Buffer;
  /** For each entry where its key and its value start and end: no strings are made of them. */
  readonly #positions: number[] = [];
  /** The position after the dictionary, or how far it was read when it is not well-formed. */
  readonly end: number;
  readonly wellFormed: boolean;

  private constructor(bytes: Buffer, at: number, end: number, maxDepth: number) {
    this.#bytes = bytes;
    const read = this.#read(at + 2, end, maxDepth);
    this.wellFormed = read >= 0;
    this.end = read >= 0 ? read : ~read;
  }

  /** The dictionary at `at`, undefined when none starts there. */
  static at(bytes: Buffer, at: number, end: number, maxDepth: number): DictEntries | undefined {
    const start = skipSpace(bytes, at, end);
    if (bytes[start] !== Char.less || bytes[start + 1] !== Char.less) return undefined;
    return new DictEntries(bytes, start, end, maxDepth);
  }

  has(key: string): boolean {
    return this.extent(key) !== undefined;
  }

  /** The extent of a value; of several with one key the last. The key must be written without escapes. */
  extent(key: string): Extent | undefined {
    const positions = this.#positions;
    for (let at = positions.length - 4; at >= 0; at -= 4) {
      if (isWord(this.#bytes, positions[at] as number, positions[at + 1] as number, key)) {
        return { start: positions[at + 2] as number, end: positions[at + 3] as number };
      }
    }
    return undefined;
  }

  /** The text of a value that is a name, escapes left as they are. */
  name(key: string): string | undefined {
    const extent = this.extent(key);
    if (!extent || this.#bytes[extent.start] !== Char.slash) return undefined;
    return this.#bytes.toString('latin1', extent.start + 1, extent.end);
  }

  /** A value that is a non-negative integer. */
  integer(key: string): number | undefined {
    const extent = this.extent(key);
    if (!extent || this.reference(key) !== undefined) return undefined;
    const value = readInteger(this.#bytes, extent.start, extent.end);
    return value < 0 ? undefined : value;
  }

  /** The object number of a value that is a reference. */
  reference(key: string): number | undefined {
    const extent = this.extent(key);
    if (!extent || !isDigit(this.#bytes[extent.start])) return undefined;
    return reader.reference(this.#bytes, extent.start, extent.end) ? reader.number : undefined;
  }

  /** The position after the dictionary, or the complement of how far it was read. */
  #read(start: number, end: number, maxDepth: number): number {
    let at = start;
    for (;;) {
      at = skipSpace(this.#bytes, at, end);
      if (at >= end) return ~end;
      if (this.#bytes[at] === Char.greater) return this.#bytes[at + 1] === Char.greater ? at + 2 : ~at;
      if (this.#bytes[at] !== Char.slash) return ~at;
      const nameEnd = endOfRegular(this.#bytes, at + 1, end);
      const valueStart = skipSpace(this.#bytes, nameEnd, end);
      const valueEnd = endOfValue(this.#bytes, valueStart, end, maxDepth);
      if (valueEnd < 0) return valueEnd;
      this.#positions.push(at + 1, nameEnd, valueStart, valueEnd);
      at = valueEnd;
    }
  }
}

const reader = new ReferenceReader();

/**
 * The position after the value at `at`, a reference being one value. When it is not well-formed, the complement (`~`)
 * of how far it was read.
 */
export function endOfValue(bytes: Buffer, at: number, end: number, maxDepth: number): number {
  let depth = 0;
  let position = at;
  while (position < end) {
    const code = bytes[position] as number;
    if (classOf[code] === CharacterClass.space || code === Char.percent) {
      position = skipSpace(bytes, position, end);
      continue;
    }
    if (code === Char.slash) position = endOfRegular(bytes, position + 1, end);
    else if (code === Char.parenthesisOpen) position = endOfString(bytes, position, end);
    else if (code === Char.bracketOpen || (code === Char.less && bytes[position + 1] === Char.less)) {
      depth += 1;
      if (depth > maxDepth) return ~position;
      position += code === Char.less ? 2 : 1;
      continue;
    } else if (code === Char.less) position = endOfHexString(bytes, position, end);
    else if (code === Char.bracketClose || (code === Char.greater && bytes[position + 1] === Char.greater)) {
      depth -= 1;
      if (depth < 0) return ~position;
      position += code === Char.greater ? 2 : 1;
    } else if (classOf[code] === CharacterClass.delimiter) return ~position;
    else if (isDigit(code) && reader.reference(bytes, position, end)) position = reader.end;
    else {
      const wordEnd = endOfRegular(bytes, position, end);
      if (endsObject(bytes, position, wordEnd)) return ~position;
      position = wordEnd;
    }
    if (position < 0 || depth === 0) return position;
  }
  return ~end;
}
