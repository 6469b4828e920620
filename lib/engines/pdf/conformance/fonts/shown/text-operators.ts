import { Char, CharacterClass, classOf, isDigit } from '../../../syntax/characters.ts';
import { endOfInlineImage, endOfToken } from '../../../syntax/content-tokens.ts';
import { isWord, skipSpace } from '../../../syntax/lexer.ts';
import { readName } from '../../../syntax/names.ts';
import { numberValue } from '../../../syntax/object-parser.ts';
import { hexBytes, literalBytes } from '../../../syntax/strings.ts';
import type { PDFName } from '../../../objects.ts';

/** An operator that shows text, or on which it depends how text is shown. */
export type TextOperator =
  | { operator: 'q' | 'Q' }
  | { operator: 'Tf' | 'Do' | 'gs'; name: PDFName }
  | { operator: 'Tr'; mode: number }
  | { operator: 'show'; strings: readonly Uint8Array[] };

const named = ['Tf', 'Do', 'gs'] as const;
const showing = ['Tj', 'TJ', "'", '"'] as const;

/** Calls `visit` for each operator of a content stream that shows text, or changes how text is shown. */
export function visitText(content: Uint8Array, visit: (operator: TextOperator) => void): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.length;
  let name: PDFName | undefined;
  let mode = 0;
  let strings: (readonly [start: number, end: number])[] = [];
  for (let at = skipSpace(bytes, 0, end); at < end;) {
    const start = at;
    const next = endOfToken(bytes, at, end);
    if (next === undefined) return;
    const first = bytes[at] as number;
    let after: number | undefined = next;
    if (first === Char.slash) name = readName(bytes, at + 1, next);
    else if (first === Char.parenthesisOpen || (first === Char.less && next > at + 1))
      strings.push([at, next]);
    else if (isNumeric(first)) mode = numberValue(bytes, at, next);
    else if (classOf[first] === CharacterClass.regular) {
      const is = (word: string): boolean => isWord(bytes, start, next, word);
      const setting = name && named.find(is);
      if (is('q')) visit({ operator: 'q' });
      else if (is('Q')) visit({ operator: 'Q' });
      else if (setting && name) visit({ operator: setting, name });
      else if (is('Tr')) visit({ operator: 'Tr', mode });
      else if (is('ID')) after = endOfInlineImage(bytes, next + 1);
      else if (strings.length > 0 && showing.some(is))
        visit({ operator: 'show', strings: strings.map(([from, to]) => stringBytes(bytes, from, to)) });
      name = undefined;
      strings = [];
    }
    if (after === undefined) return;
    at = skipSpace(bytes, after, end);
  }
}

const stringBytes = (bytes: Buffer, start: number, end: number): Uint8Array =>
  bytes[start] === Char.less ? hexBytes(bytes, start + 1, end - 1) : literalBytes(bytes, start + 1, end - 1);

const isNumeric = (code: number): boolean =>
  isDigit(code) || code === Char.minus || code === Char.plus || code === Char.dot;
