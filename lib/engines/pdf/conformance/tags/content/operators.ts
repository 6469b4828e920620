import { Char, CharacterClass, classOf } from '../../../syntax/characters.ts';
import { endOfInlineImage, endOfToken } from '../../../syntax/content-tokens.ts';
import { isWord, skipSpace } from '../../../syntax/lexer.ts';

/** An operator of a content stream with its operands. */
export interface Operator {
  name: string;
  /** The position of the first operand, or of the operator if it has none. */
  start: number;
  /** The position of the operator. */
  at: number;
  /** The position after it. */
  end: number;
}

/**
 * Reads the operators of a content stream (PDF 32000-1, 7.8.2). An inline image is one operator, `EI`, whose operands
 * begin with `BI`.
 *
 * @returns whether the content ends between two operators
 */
export function readOperators(bytes: Buffer, visit: (operator: Operator) => void): boolean {
  const end = bytes.length;
  let at = skipSpace(bytes, 0, end);
  let start = at;
  /** How many arrays and dictionaries are open. */
  let depth = 0;
  let image: number | undefined;
  while (at < end) {
    const next = endOfToken(bytes, at, end);
    if (next === undefined) return false;
    let after: number | undefined = next;
    if (next - at === 1 && opensOrCloses(bytes[at]) !== 0)
      depth = Math.max(0, depth + opensOrCloses(bytes[at]));
    else if (depth === 0 && isOperator(bytes[at])) {
      const name = bytes.toString('latin1', at, next);
      if (name === 'BI') image = start;
      else if (isWord(bytes, at, next, 'ID')) {
        after = endOfInlineImage(bytes, next + 1);
        if (after === undefined) return false;
        visit({ name: 'EI', start: image ?? start, at: after - 2, end: after });
        image = undefined;
      } else if (image === undefined) visit({ name, start, at, end: next });
      start = skipSpace(bytes, after, end);
      at = start;
      continue;
    }
    at = skipSpace(bytes, after, end);
  }
  return depth === 0 && start >= end;
}

const opensOrCloses = (code: number | undefined): number =>
  code === Char.bracketOpen || code === Char.less
    ? 1
    : code === Char.bracketClose || code === Char.greater
      ? -1
      : 0;

/** Whether a token that begins with this character is an operator: a word, or `'` or `"`. */
const isOperator = (code: number | undefined): boolean =>
  code !== undefined &&
  classOf[code] === CharacterClass.regular &&
  !(code >= Char.zero && code <= Char.zero + 9) &&
  code !== Char.minus &&
  code !== Char.plus &&
  code !== Char.dot;

/** Operators that paint a path (PDF 32000-1, table 60). */
const paintsPath: ReadonlySet<string> = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);

/** Operators that show text (table 109). */
const showsText: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** Operators that begin or continue a path (table 59), and those that clip by one (table 61). */
const constructs: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*']);

/** What an operator does for the marks of content. */
export type Effect = 'path' | 'construct' | 'text' | 'paint' | 'form' | 'none';

export function effectOf(name: string): Effect {
  if (showsText.has(name)) return 'text';
  if (constructs.has(name)) return 'construct';
  if (paintsPath.has(name)) return 'path';
  if (name === 'Do') return 'form';
  return name === 'sh' || name === 'EI' ? 'paint' : 'none';
}
