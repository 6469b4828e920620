import { keys, values } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber } from '../../objects.ts';
import { dictOf } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { asDict, dictAt, numberAt, resolved } from '../lookup.ts';
import { buildNumberTree, readNumberTree } from '../trees/name-tree.ts';
import { perSource } from '../per-source.ts';

/** A range of pages with one labelling style (PDF 32000-1, 12.4.2). */
interface LabelRange {
  /** The index of the first page, from 0. */
  start: number;
  dict: PDFDict;
}

const labelRangesOf = perSource((source): readonly LabelRange[] =>
  readNumberTree(dictAt(source.catalog, keys.PageLabels))
    .flatMap(([start, value]) => {
      const dict = asDict(resolved(source.context, value));
      return dict && start >= 0 ? [{ start, dict }] : [];
    })
    .sort((a, b) => a.start - b.start),
);

/** The page labels of all excerpts as in their sources; undefined if no source has labels. */
export function mergePageLabels(excerpts: readonly Excerpt[], context: PDFContext): PDFDict | undefined {
  if (excerpts.every(({ source }) => labelRangesOf(source).length === 0)) return undefined;
  const pages = excerpts
    .flatMap((excerpt) => excerpt.pages.map(({ index, position }) => ({ excerpt, index, position })))
    .sort((a, b) => a.position - b.position);
  const ranges: [number, PDFDict][] = [];
  let previous: { excerpt: Excerpt; index: number; range: LabelRange | undefined } | undefined;
  for (const { excerpt, index, position } of pages) {
    const range = rangeAt(labelRangesOf(excerpt.source), index);
    const continues =
      previous?.excerpt.source === excerpt.source && previous.index === index - 1 && previous.range === range;
    if (!continues) ranges.push([position, labelFrom(excerpt, range, index, context)]);
    previous = { excerpt, index, range };
  }
  return buildNumberTree(context, ranges);
}

/** The last range that begins at or before the page. */
function rangeAt(ranges: readonly LabelRange[], page: number): LabelRange | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? Infinity) <= page) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}

/** The label of a page as the beginning of a range. A page without a label gets its number in the source. */
function labelFrom(
  { copier }: Excerpt,
  range: LabelRange | undefined,
  page: number,
  context: PDFContext,
): PDFDict {
  if (!range) return dictOf(context, { S: values.D, St: PDFNumber.of(page + 1) });
  const [style, prefix] = [range.dict.get(keys.S), range.dict.get(keys.P)];
  const first = (numberAt(range.dict, keys.St) ?? 1) + page - range.start;
  return dictOf(context, {
    S: style && copier.copy(style),
    P: prefix && copier.copy(prefix),
    St: style && first !== 1 ? PDFNumber.of(first) : undefined,
  });
}
