import { Char, CharacterClass, classOf, isDigit } from './characters.ts';
import { endOfHexString, endOfRegular, endOfString, ReferenceReader } from './lexer.ts';

/** Finds references in values that the engine wrote. An instance serves one caller: its fields hold the last result. */
export class ReferenceScan {
  readonly #reader = new ReferenceReader();
  /** The object number of the reference. */
  number = 0;
  /** The position of the reference. */
  start = 0;
  /** The position after the reference. */
  end = 0;

  /** Whether there is a reference from `at` on, where a token must begin. */
  next(bytes: Buffer, at: number, end: number): boolean {
    let position = at;
    while (position < end) {
      const code = bytes[position] as number;
      if (isDigit(code) && this.#reader.reference(bytes, position, end)) {
        this.number = this.#reader.number;
        this.start = position;
        this.end = this.#reader.end;
        return true;
      }
      position = afterToken(bytes, position, end, code);
    }
    return false;
  }
}

/** The position after the token at `at`, whose first byte is `code`; a bracket and white space are tokens too. */
function afterToken(bytes: Buffer, at: number, end: number, code: number): number {
  if (code === Char.slash || classOf[code] === CharacterClass.regular)
    return endOfRegular(bytes, at + 1, end);
  if (code === Char.parenthesisOpen) return afterString(endOfString(bytes, at, end));
  if (code !== Char.less) return at + 1;
  return bytes[at + 1] === Char.less ? at + 2 : afterString(endOfHexString(bytes, at, end));
}

/** A string that does not close ends where the search for its end did. */
const afterString = (end: number): number => (end < 0 ? ~end : end);
