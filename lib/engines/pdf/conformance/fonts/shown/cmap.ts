import { Char, CharacterClass, classOf } from '../../../syntax/characters.ts';
import { endOfToken } from '../../../syntax/content-tokens.ts';
import { skipSpace } from '../../../syntax/lexer.ts';
import { hexBytes } from '../../../syntax/strings.ts';

/** Codes of one length, in sequence. Both ends inclusive. */
interface CodeRange {
  /** In bytes. */
  length: number;
  first: number;
  last: number;
}

/** What the codes of a range stand for: `target` for the first, and one more for each that follows. */
interface Mapping extends CodeRange {
  target: number;
}

/** Texts of codes: of the first in UTF-16, whose last unit is one more for each that follows. */
interface TextMapping extends CodeRange {
  text: string;
}

/** The longest codes of a CMap (Adobe Technical Note 5014). */
const mostBytes = 4;

/** Ranges of codes with different lengths; those of Adobe have at most ten. */
const mostSpaces = 64;

/** A CMap (PDF 32000-1, 9.7.5 and 9.10.3): of codes to character ids, or to texts. */
export class CMap {
  readonly spaces: readonly CodeRange[];
  readonly #ids: readonly Mapping[];
  readonly #texts: readonly TextMapping[];
  /** The CMap that this one extends. */
  readonly base: string | undefined;

  constructor({ spaces, ids, texts, base }: CMapParts) {
    const inOrder = (one: CodeRange, other: CodeRange): number => one.first - other.first;
    this.spaces = spaces.slice(0, mostSpaces);
    this.#ids = ids.toSorted(inOrder);
    this.#texts = texts.toSorted(inOrder);
    this.base = base;
  }

  /** The character id of a code. */
  idOf(code: number): number | undefined {
    const range = rangeOf(this.#ids, code);
    return range && range.target + code - range.first;
  }

  /** The text of a code. */
  textOf(code: number): string | undefined {
    const range = rangeOf(this.#texts, code);
    if (!range) return undefined;
    const { text } = range;
    const last = text.charCodeAt(text.length - 1);
    return text.slice(0, -1) + String.fromCharCode((last + code - range.first) & 0xffff);
  }
}

/** The last range that begins at or before the code, if it has the code. */
function rangeOf<T extends CodeRange>(ranges: readonly T[], code: number): T | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.first ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range && code <= range.last ? range : undefined;
}

interface CMapParts {
  spaces: CodeRange[];
  ids: Mapping[];
  texts: TextMapping[];
  base: string | undefined;
}

/** A token: the bytes of a string, a number, the texts of an array, or a word. */
type Operand = Uint8Array | number | readonly Uint8Array[];

/** Reads a CMap. What is not understood is skipped. */
export function readCMap(content: Uint8Array): CMap {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const parts: CMapParts = { spaces: [], ids: [], texts: [], base: undefined };
  let section = '';
  let operands: Operand[] = [];
  let array: Uint8Array[] | undefined;
  let name: string | undefined;
  for (let at = skipSpace(bytes, 0, bytes.length); at < bytes.length;) {
    const next = endOfToken(bytes, at, bytes.length);
    if (next === undefined) break;
    const first = bytes[at] as number;
    if (first === Char.bracketOpen) array = [];
    else if (first === Char.bracketClose && array) {
      operands.push(array);
      array = undefined;
    } else if (first === Char.less && next > at + 1)
      (array ?? operands).push(hexBytes(bytes, at + 1, next - 1));
    else if (first === Char.slash) name = bytes.toString('latin1', at + 1, next);
    else if (classOf[first] === CharacterClass.regular) {
      const word = bytes.toString('latin1', at, next);
      const number = Number(word);
      if (!Number.isNaN(number)) operands.push(number);
      else {
        if (word === 'usecmap') parts.base = name;
        section = word.startsWith('begin') ? word.slice('begin'.length) : '';
        operands = [];
      }
    }
    if (operands.length === operandCounts[section]) {
      addMapping(parts, section, operands);
      operands = [];
    }
    at = skipSpace(bytes, next, bytes.length);
  }
  return new CMap(parts);
}

const operandCounts: Readonly<Record<string, number>> = {
  codespacerange: 2,
  cidrange: 3,
  cidchar: 2,
  bfrange: 3,
  bfchar: 2,
};

function addMapping(parts: CMapParts, section: string, [first, second, third]: readonly Operand[]): void {
  if (!(first instanceof Uint8Array) || first.length === 0 || first.length > mostBytes) return;
  const isRange = section.endsWith('range');
  const last = isRange ? second : first;
  if (!(last instanceof Uint8Array) || last.length !== first.length) return;
  const range = { length: first.length, first: numberOf(first), last: numberOf(last) };
  const target = isRange ? third : second;
  if (section === 'codespacerange') parts.spaces.push(range);
  else if (typeof target === 'number') parts.ids.push({ ...range, target });
  else if (target instanceof Uint8Array) parts.texts.push({ ...range, text: utf16(target) });
  else
    for (const [index, text] of (target ?? []).entries()) {
      const code = range.first + index;
      if (code <= range.last) parts.texts.push({ ...range, first: code, last: code, text: utf16(text) });
    }
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

/** Some producers write texts of one byte. */
const utf16 = (bytes: Uint8Array): string =>
  bytes.length === 1
    ? String.fromCharCode(bytes[0] ?? 0)
    : Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
