import { maxRangesLength, type PageSpan } from './page-ranges.ts';

/** A selection that does not follow the grammar. */
export class PageSelectionError extends RangeError {
  override readonly name = 'PageSelectionError';
}

/** The first and the last page of an item in a document of `count` pages; they can be outside of it. */
type Bounds = (count: number, one: number, other: number) => readonly [first: number, last: number];

/** The items that select a run of pages. `l` is the last page. */
const runs: readonly (readonly [pattern: RegExp, bounds: Bounds])[] = [
  [/^0*([1-9]\d*)$/, (_, page) => [page, page]],
  [/^0*([1-9]\d*)-0*([1-9]\d*)$/, (_, first, last) => [first, last]],
  [/^0*([1-9]\d*)-l?$/, (count, first) => [first, count]],
  [/^0*([1-9]\d*)-l-(\d+)$/, (count, first, before) => [first, count - before]],
  [/^-0*([1-9]\d*)$/, (_, last) => [1, last]],
  [/^-l$/, (count) => [1, count]],
  [/^-l-(\d+)$/, (count, before) => [1, count - before]],
  [/^l$/, (count) => [count, count]],
  [/^l-(\d+)$/, (count, before) => [count - before, count - before]],
  [/^l-(\d+)-$/, (count, before) => [count - before, count]],
];

/** What the items before say about each page, counted from 0. */
type States = Uint8Array;

const unnamed = 0;
const selected = 1;
const deselected = 2;

/** Selects or deselects pages. */
type Item = (states: States) => void;

/**
 * A page selection in the grammar of pdfcpu: items such as `1-3`, `-3` (up to page 3), `even` and `l-1-` (from the page
 * before the last), which `!` in front turns into pages to deselect. Later items take precedence, but `even` and `odd` do
 * not select what an item has deselected. Pages that the document does not have are ignored.
 */
export class PageSelection {
  readonly #items: readonly Item[];

  /**
   * @param text comma-separated items. An empty text selects all pages.
   * @throws PageSelectionError
   */
  constructor(text: string) {
    if (text.length > maxRangesLength) {
      throw new PageSelectionError(`A selection has at most ${maxRangesLength} characters.`);
    }
    this.#items = text === '' ? [] : text.split(',').map(parseItem);
  }

  /**
   * The pages that are selected in a document of `count` pages, in ascending order.
   *
   * @param allByDefault whether all pages are selected if no item is about a page of the document
   */
  spans(count: number, { allByDefault = false } = {}): PageSpan[] {
    const states = new Uint8Array(count);
    for (const item of this.#items) item(states);
    const isAll = this.#items.length === 0 || (allByDefault && states.every((state) => state === unnamed));
    return spansOf(isAll ? states.fill(selected) : states);
  }
}

function parseItem(text: string): Item {
  if (text === 'odd') return (states) => selectAlternate(states, 0);
  if (text === 'even') return (states) => selectAlternate(states, 1);
  const isNegated = /^[!n]/.test(text);
  const run = isNegated ? text.slice(1) : text;
  for (const [pattern, bounds] of runs) {
    const match = pattern.exec(run);
    if (!match) continue;
    const [one = 0, other = 0] = match.slice(1).map(Number);
    return (states) => {
      const [first, last] = bounds(states.length, one, other);
      if (first >= 1) states.fill(isNegated ? deselected : selected, first - 1, Math.max(0, last));
    };
  }
  throw new PageSelectionError('An item of the selection is not in the grammar.');
}

function selectAlternate(states: States, from: number): void {
  for (let index = from; index < states.length; index += 2) {
    if (states[index] === unnamed) states[index] = selected;
  }
}

/** The runs of selected pages. */
function spansOf(states: States): PageSpan[] {
  const spans: PageSpan[] = [];
  for (let first = states.indexOf(selected); first >= 0;) {
    let last = first;
    while (states[last + 1] === selected) last += 1;
    spans.push({ first: first + 1, last: last + 1 });
    first = states.indexOf(selected, last + 1);
  }
  return spans;
}
