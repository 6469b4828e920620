import { Char, CharacterClass, classOf, isDigit } from '../../../syntax/characters.ts';
import { endOfInlineImage, endOfToken } from '../../../syntax/content-tokens.ts';
import { isWord, skipSpace } from '../../../syntax/lexer.ts';
import { numberValue } from '../../../syntax/object-parser.ts';
import { readName } from '../../../syntax/names.ts';
import type { PDFName } from '../../../objects.ts';

/** An operator that places something, with its operands. */
export type PlacingOperator =
  | { operator: 'q' | 'Q' }
  | { operator: 'cm'; numbers: readonly number[] }
  | { operator: 'Do' | 'gs'; name: PDFName };

/** The numbers that a transformation has. */
const matrixNumbers = 6;

/** Calls `visit` for each operator of a content stream that changes where things are, or places an object. */
export function visitPlacing(content: Uint8Array, visit: (operator: PlacingOperator) => void): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.length;
  let numbers: number[] = [];
  let name: PDFName | undefined;
  for (let at = skipSpace(bytes, 0, end); at < end;) {
    const next = endOfToken(bytes, at, end);
    if (next === undefined) return;
    const first = bytes[at] as number;
    let after: number | undefined = next;
    if (first === Char.slash) name = readName(bytes, at + 1, next);
    else if (isNumeric(first)) {
      if (numbers.length < matrixNumbers) numbers.push(numberValue(bytes, at, next));
    } else if (classOf[first] === CharacterClass.regular) {
      if (isWord(bytes, at, next, 'q')) visit({ operator: 'q' });
      else if (isWord(bytes, at, next, 'Q')) visit({ operator: 'Q' });
      else if (isWord(bytes, at, next, 'cm')) visit({ operator: 'cm', numbers });
      else if (name && isWord(bytes, at, next, 'Do')) visit({ operator: 'Do', name });
      else if (name && isWord(bytes, at, next, 'gs')) visit({ operator: 'gs', name });
      else if (isWord(bytes, at, next, 'ID')) after = endOfInlineImage(bytes, next + 1);
      numbers = [];
      name = undefined;
    }
    if (after === undefined) return;
    at = skipSpace(bytes, after, end);
  }
}

const isNumeric = (code: number): boolean =>
  isDigit(code) || code === Char.minus || code === Char.plus || code === Char.dot;
