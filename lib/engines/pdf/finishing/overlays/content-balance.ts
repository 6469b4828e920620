import { Char } from '../../syntax/characters.ts';
import { endOfInlineImage, endOfToken } from '../../syntax/content-tokens.ts';
import { isWord, skipSpace } from '../../syntax/lexer.ts';

/** Operators that open and close, counted: `least` is the lowest count on the way, at most 0; `net` the last one. */
interface Nesting {
  least: number;
  net: number;
}

/** What content leaves open. */
export interface ContentBalance {
  /** Graphics states: `q` and `Q`. */
  states: Nesting;
  /** Marked content: `BMC`, `BDC` and `EMC`. */
  marks: Nesting;
  /** Whether a text object is open: `BT` and `ET`; undefined if there is neither. */
  text: boolean | undefined;
  /** Whether it ends within a string, an inline image, an array or a dictionary: what follows would be part of that. */
  unfinished: boolean;
}

const level: Nesting = { least: 0, net: 0 };

/** The balance of no content. */
export const balanced: ContentBalance = { states: level, marks: level, text: undefined, unfinished: false };

/** The balance of the content `first` and `second` together. */
export const followedBy = (first: ContentBalance, second: ContentBalance): ContentBalance => ({
  states: nestingOf(first.states, second.states),
  marks: nestingOf(first.marks, second.marks),
  text: second.text ?? first.text,
  unfinished: first.unfinished || second.unfinished,
});

const nestingOf = (first: Nesting, second: Nesting): Nesting => ({
  least: Math.min(first.least, first.net + second.least),
  net: first.net + second.net,
});

/**
 * Reads the operators of a content stream that open and close something (PDF 32000-1, 8.4.2, 9.4.1 and 14.6), and skips
 * everything else. A stream starts and ends between two tokens (7.8.2).
 */
export function balanceOf(content: Uint8Array): ContentBalance {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.length;
  const states = { ...level };
  const marks = { ...level };
  let text: boolean | undefined;
  /** Whether the last bracket opens something. Arrays and dictionaries hardly ever nest in content. */
  let open = false;
  let at = skipSpace(bytes, 0, end);
  while (at < end) {
    const next = endOfToken(bytes, at, end);
    if (next === undefined) break;
    if (next - at === 1) open = opensOrCloses(bytes[at]) ?? open;
    if (next - at <= 3 && startsOperator(bytes[at])) {
      if (isWord(bytes, at, next, 'q')) change(states, 1);
      else if (isWord(bytes, at, next, 'Q')) change(states, -1);
      else if (isWord(bytes, at, next, 'BT')) text = true;
      else if (isWord(bytes, at, next, 'ET')) text = false;
      else if (isWord(bytes, at, next, 'BMC') || isWord(bytes, at, next, 'BDC')) change(marks, 1);
      else if (isWord(bytes, at, next, 'EMC')) change(marks, -1);
    }
    const after = isWord(bytes, at, next, 'ID') ? endOfInlineImage(bytes, next + 1) : next;
    if (after === undefined) break;
    at = skipSpace(bytes, after, end);
  }
  return { states, marks, text, unfinished: open || at < end };
}

function change(nesting: Nesting, by: number): void {
  nesting.net += by;
  nesting.least = Math.min(nesting.least, nesting.net);
}

/** The first letters of the operators that count. */
const initials = new Set(Buffer.from('qQBEI'));

const startsOperator = (code: number | undefined): boolean => code !== undefined && initials.has(code);

/** Whether an array or a dictionary opens with this character or closes; undefined if neither. */
function opensOrCloses(code: number | undefined): boolean | undefined {
  if (code === Char.bracketOpen || code === Char.less) return true;
  return code === Char.bracketClose || code === Char.greater ? false : undefined;
}
