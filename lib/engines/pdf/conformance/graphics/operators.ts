import type { PDFName } from '../../objects.ts';
import { Char, CharacterClass, classOf, isDigit } from '../../syntax/characters.ts';
import { endOfInlineImage, endOfToken } from '../../syntax/content-tokens.ts';
import { skipSpace } from '../../syntax/lexer.ts';
import { readName } from '../../syntax/names.ts';

/** An operator of a content stream (PDF 32000-1, 7.8.2) with its operands. */
export interface Operator {
  name: string;
  /** The last of its operands that is a name. */
  operand: PDFName | undefined;
  /** Where its operands begin, and where it ends. */
  start: number;
  end: number;
}

/** The entries of an inline image (PDF 32000-1, 8.9.7): where its dictionary begins and ends. */
export interface InlineImage {
  name: 'BI';
  start: number;
  end: number;
}

/** Longer words are no operators. */
const maxOperator = 3;

/** Calls `visit` for each operator, and for the dictionary of each inline image. Ends at a token that does not close. */
export function visitOperators(content: Uint8Array, visit: (operator: Operator | InlineImage) => void): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.length;
  let operand: PDFName | undefined;
  let start = -1;
  let image = -1;
  for (let at = skipSpace(bytes, 0, end); at < end;) {
    const next = endOfToken(bytes, at, end);
    if (next === undefined) return;
    const first = bytes[at] as number;
    if (start < 0) start = at;
    let after: number | undefined = next;
    if (first === Char.slash) operand = readName(bytes, at + 1, next);
    else if (classOf[first] === CharacterClass.regular && !isNumeric(first)) {
      const word = next - at <= maxOperator ? bytes.toString('latin1', at, next) : longWord(bytes, at, next);
      if (word === 'BI') image = next;
      else if (word === 'ID' && image >= 0) {
        visit({ name: 'BI', start: image, end: at });
        image = -1;
        after = endOfInlineImage(bytes, next + 1);
      } else if (image < 0 && !constants.has(word)) visit({ name: word, operand, start, end: next });
      if (!constants.has(word)) {
        operand = undefined;
        start = -1;
      }
    }
    if (after === undefined) return;
    at = skipSpace(bytes, after, end);
  }
}

const constants: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function longWord(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, Math.min(end, start + 8));
}

const isNumeric = (code: number): boolean =>
  isDigit(code) || code === Char.minus || code === Char.plus || code === Char.dot;

/** The operators of PDF (PDF 32000-1, table 51). */
export const knownOperators: ReadonlySet<string> = new Set(
  (
    'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ' +
    'ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'
  ).split(' '),
);
