import type { Key } from '../keys.ts';
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

/** The position of a value. */
export interface Extent {
  start: number;
  end: number;
}

/** The positions of eight entries, as many as most dictionaries have. Growing a list costs twice as much. */
const room = new Array<number>(32).fill(0);

/**
 * The entries of a dictionary whose values are not parsed: enough to walk page trees and to scan files. Strict:
 * anything unusual is left to {@link ObjectParser}.
 */
export class DictEntries {
  readonly bytes: Buffer;
  readonly #maxDepth: number;
  /** For each entry the start and end of its key and of its value. No strings are made. */
  readonly #positions = room.slice();
  #length = 0;
  /** The position of the dictionary. */
  readonly start: number;
  /** The position after the dictionary, or the position reached if it is malformed. */
  readonly end: number;
  readonly wellFormed: boolean;
  /** Whether a key has escapes. Such a key is not found here. */
  hasEscapes = false;

  private constructor(bytes: Buffer, at: number, end: number, maxDepth: number) {
    this.bytes = bytes;
    this.#maxDepth = maxDepth;
    this.start = at;
    const read = this.#read(at + 2, end);
    this.wellFormed = read >= 0;
    this.end = read >= 0 ? read : ~read;
  }

  /** The dictionary at `at`; undefined if none starts there. */
  static at(bytes: Buffer, at: number, end: number, maxDepth: number): DictEntries | undefined {
    const start = skipSpace(bytes, at, end);
    if (bytes[start] !== Char.less || bytes[start + 1] !== Char.less) return undefined;
    return new DictEntries(bytes, start, end, maxDepth);
  }

  /** Whether there is such an entry. A null entry counts as absent (PDF 32000-1, 7.3.7). */
  has(key: Key): boolean {
    const at = this.#find(key);
    if (at < 0) return false;
    return !isWord(this.bytes, this.#positions[at + 2] as number, this.#positions[at + 3] as number, 'null');
  }

  /** The position of a value; of duplicate keys the last counts. The key must have no escapes. */
  extent(key: Key): Extent | undefined {
    const at = this.#find(key);
    if (at < 0) return undefined;
    return { start: this.#positions[at + 2] as number, end: this.#positions[at + 3] as number };
  }

  /** The text of a name value, with its escapes. */
  name(key: Key): string | undefined {
    const extent = this.extent(key);
    if (!extent || this.bytes[extent.start] !== Char.slash) return undefined;
    return this.bytes.toString('latin1', extent.start + 1, extent.end);
  }

  /** Whether a value is that name, without escapes. */
  isNamed(key: Key, name: string): boolean {
    const at = this.#find(key);
    if (at < 0) return false;
    const start = this.#positions[at + 2] as number;
    const end = this.#positions[at + 3] as number;
    return this.bytes[start] === Char.slash && isWord(this.bytes, start + 1, end, name);
  }

  /** A value that is a non-negative integer. */
  integer(key: Key): number | undefined {
    const extent = this.extent(key);
    if (!extent || this.reference(key) !== undefined) return undefined;
    const value = readInteger(this.bytes, extent.start, extent.end);
    return value < 0 ? undefined : value;
  }

  /** The object number of a value that is a reference. */
  reference(key: Key): number | undefined {
    const extent = this.extent(key);
    return extent && referenceAt(this.bytes, extent.start, extent.end);
  }

  /** A value that is a direct dictionary; undefined if only parsing can tell. */
  dictionary(key: Key): DictEntries | undefined {
    const extent = this.extent(key);
    const entries = extent && DictEntries.at(this.bytes, extent.start, extent.end, this.#maxDepth);
    return entries?.wellFormed && !entries.hasEscapes ? entries : undefined;
  }

  /** The number of entries. */
  get size(): number {
    return this.#length / 4;
  }

  /** Whether any value is a reference. */
  get hasReferences(): boolean {
    for (let at = 2; at < this.#length; at += 4) {
      const start = this.#positions[at] as number;
      if (
        isDigit(this.bytes[start]) &&
        reader.reference(this.bytes, start, this.#positions[at + 1] as number)
      )
        return true;
    }
    return false;
  }

  /** Returns the position after the dictionary, or the complement of the position reached. */
  #read(start: number, end: number): number {
    let at = start;
    for (;;) {
      at = skipSpace(this.bytes, at, end);
      if (at >= end) return ~end;
      if (this.bytes[at] === Char.greater) return this.bytes[at + 1] === Char.greater ? at + 2 : ~at;
      if (this.bytes[at] !== Char.slash) return ~at;
      const nameEnd = this.#endOfKey(at + 1, end);
      const valueStart = skipSpace(this.bytes, nameEnd, end);
      const valueEnd = endOfValue(this.bytes, valueStart, end, this.#maxDepth);
      if (valueEnd < 0) return valueEnd;
      const next = this.#length;
      this.#positions[next] = at + 1;
      this.#positions[next + 1] = nameEnd;
      this.#positions[next + 2] = valueStart;
      this.#positions[next + 3] = valueEnd;
      this.#length += 4;
      at = valueEnd;
    }
  }

  /** The index of the last entry with that key among the positions; negative if there is none. */
  #find(key: Key): number {
    const positions = this.#positions;
    let at = this.#length - 4;
    while (at >= 0 && !isWord(this.bytes, positions[at] as number, positions[at + 1] as number, key)) at -= 4;
    return at;
  }

  #endOfKey(start: number, end: number): number {
    let at = start;
    for (; at < end && classOf[this.bytes[at] as number] === CharacterClass.regular; at += 1) {
      if (this.bytes[at] === Char.hash) this.hasEscapes = true;
    }
    return at;
  }
}

const reader = new ReferenceReader();

/** The object number of the value between these positions, if it is a reference. */
export const referenceAt = (bytes: Uint8Array, start: number, end: number): number | undefined =>
  isDigit(bytes[start]) && reader.reference(bytes, start, end) ? reader.number : undefined;

/** The open containers of {@link endOfValue} by depth: array or dictionary. */
const opened: number[] = [];

/**
 * The position after the value at `at`. A reference is one value. If the value is malformed, the complement (`~`) of
 * the position reached.
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
      if (depth === maxDepth) return ~position;
      opened[depth] = code;
      depth += 1;
      position += code === Char.less ? 2 : 1;
      continue;
    } else if (code === Char.less) position = endOfHexString(bytes, position, end);
    else if (code === Char.bracketClose || (code === Char.greater && bytes[position + 1] === Char.greater)) {
      depth -= 1;
      if (depth < 0 || opened[depth] !== (code === Char.greater ? Char.less : Char.bracketOpen))
        return ~position;
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
