import { Char, CharacterClass, classOf, isDigit } from './characters.ts';

/**
 * The smallest steps over the bytes of a PDF. All take a window `[at, end)` of `bytes` and return positions; none
 * allocates. Reading past the array gives undefined, which no comparison matches.
 */

/** The first position that is neither white space nor within a comment. */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end) {
    const code = bytes[position] as number;
    if (classOf[code] === CharacterClass.space) position += 1;
    else if (code === Char.percent) position = endOfLine(bytes, position, end);
    else break;
  }
  return position;
}

/** The first position that is not white space; a comment is not. */
export function skipWhite(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && classOf[bytes[position] as number] === CharacterClass.space) position += 1;
  return position;
}

/** The position of the next line break. */
function endOfLine(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && bytes[position] !== Char.lineFeed && bytes[position] !== Char.carriageReturn)
    position += 1;
  return position;
}

/** The end of a run of regular characters: of a keyword or number at `at`, or of a name if `at` is after its slash. */
export function endOfRegular(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && classOf[bytes[position] as number] === CharacterClass.regular) position += 1;
  return position;
}

/** A string that does not close within this many bytes is taken to end with its object. */
const usualStringBytes = 64 * 1024;

const objectEnd = 'endobj';

/**
 * The position after the literal string that opens at `at`. If it does not close, the complement (`~`) of the position
 * reached.
 */
export function endOfString(bytes: Buffer, at: number, end: number): number {
  let depth = 0;
  let limit = Math.min(end, at + usualStringBytes);
  let last = end;
  let searched = at;
  for (let position = at; ; position += 1) {
    if (position >= limit) {
      if (limit >= last) return ~last;
      // Twice as far each time: an object can have many long strings.
      const next = Math.min(end, at + 2 * (limit - at));
      const found = bytes.subarray(searched, next + objectEnd.length - 1).indexOf(objectEnd);
      if (found >= 0) last = Math.min(end, searched + found);
      if (last <= position) return ~Math.max(last, limit);
      searched = next;
      limit = Math.min(next, last);
    }
    const code = bytes[position];
    if (code === Char.backslash) position += 1;
    else if (code === Char.parenthesisOpen) depth += 1;
    else if (code === Char.parenthesisClose) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
}

/**
 * The position after the hexadecimal string that opens at `at`. If something else starts before it closes, the
 * complement (`~`) of that position.
 */
export function endOfHexString(bytes: Uint8Array, at: number, end: number): number {
  for (let position = at + 1; position < end; position += 1) {
    if (bytes[position] === Char.greater) return position + 1;
    if (classOf[bytes[position] as number] === CharacterClass.delimiter) return ~position;
  }
  return ~end;
}

/** Whether the word of regular characters from `at` to `end` is `word`. */
export function isWord(bytes: Uint8Array, at: number, end: number, word: string): boolean {
  if (end - at !== word.length) return false;
  return startsWith(bytes, at, word);
}

/** Whether `word` (ASCII) is at `at`. */
export function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false;
  }
  return true;
}

/** The number formed by the digits from `at`, at most 15; -1 if there are none. */
export function readInteger(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  let position = at;
  for (; position < end && position - at < 15 && isDigit(bytes[position]); position += 1) {
    value = value * 10 + (bytes[position] as number) - Char.zero;
  }
  return position === at ? -1 : value;
}

/** The end of a run of digits. */
export function endOfDigits(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && isDigit(bytes[position])) position += 1;
  return position;
}

const largestNumber = 0x7fff_ffff;

/** Reads `12 0 R` and `12 0 obj`. An instance serves one caller: its fields hold the last result. */
export class ReferenceReader {
  /** The object number. */
  number = 0;
  generation = 0;
  /** The position after the `R` or `obj`. */
  end = 0;

  /** Whether an indirect reference is at `at`. */
  reference(bytes: Uint8Array, at: number, end: number): boolean {
    const position = this.#numbers(bytes, at, end);
    if (position < 0 || bytes[position] !== Char.R) return false;
    const next = position + 1;
    // `0 RG` is not a reference; `0 R6 0 R` is two.
    if (next < end && classOf[bytes[next] as number] === CharacterClass.regular && !isDigit(bytes[next]))
      return false;
    this.end = next;
    return true;
  }

  /** Whether the head of an indirect object is at `at`. */
  objectHead(bytes: Uint8Array, at: number, end: number): boolean {
    const position = this.#numbers(bytes, at, end);
    if (position < 0 || !startsWith(bytes, position, 'obj')) return false;
    this.end = position + 3;
    return true;
  }

  /** Reads two integers, each followed by white space. Returns the position after them, or -1. */
  #numbers(bytes: Uint8Array, at: number, end: number): number {
    let position = at;
    let value = 0;
    while (position < end && isDigit(bytes[position])) {
      value = value * 10 + (bytes[position] as number) - Char.zero;
      position += 1;
      if (position - at > 10) return -1;
    }
    if (position === at || classOf[bytes[position] as number] !== CharacterClass.space) return -1;
    do position += 1;
    while (position < end && classOf[bytes[position] as number] === CharacterClass.space);
    const second = position;
    let generation = 0;
    while (position < end && isDigit(bytes[position])) {
      generation = generation * 10 + (bytes[position] as number) - Char.zero;
      position += 1;
      if (position - second > 5) return -1;
    }
    if (position === second || classOf[bytes[position] as number] !== CharacterClass.space) return -1;
    do position += 1;
    while (position < end && classOf[bytes[position] as number] === CharacterClass.space);
    // Ten digits can exceed V8's small integers. No object has such a number.
    this.number = Math.min(value, largestNumber) | 0;
    this.generation = generation;
    return position;
  }
}
