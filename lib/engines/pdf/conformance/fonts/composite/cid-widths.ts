import { arrayAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { arrayOf } from '../../../assembly/object-builders.ts';
import { numbers } from '../../../finishing/overlays/form-xobject.ts';
import { keys } from '../../../keys.ts';
import { PDFArray, type PDFDict, PDFNumber } from '../../../objects.ts';

const lastId = 0xffff;
const usualWidth = 1000;

/** The widths of character ids (PDF 32000-1, 9.7.4.3), in thousandths of an em. */
export function cidWidths(descendant: PDFDict): (id: number) => number {
  const { context } = descendant;
  const widths = new Map<number, number>();
  const items = arrayAt(descendant, keys.W)?.asArray() ?? [];
  const number = (index: number): number | undefined => {
    const value = resolved(context, items[index]);
    return value instanceof PDFNumber ? value.asNumber() : undefined;
  };
  const ranges: { first: number; last: number; width: number }[] = [];
  for (let at = 0; at + 1 < items.length;) {
    const first = number(at) ?? NaN;
    const list = resolved(context, items[at + 1]);
    if (list instanceof PDFArray) {
      for (const [index, item] of list.asArray().entries()) {
        const width = resolved(context, item);
        if (width instanceof PDFNumber && first + index <= lastId)
          widths.set(first + index, width.asNumber());
      }
      at += 2;
    } else {
      ranges.push({ first, last: number(at + 1) ?? NaN, width: number(at + 2) ?? NaN });
      at += 3;
    }
  }
  const sorted = ranges
    .filter(({ width }) => !Number.isNaN(width))
    .sort((one, other) => one.first - other.first);
  const usual = numberAt(descendant, keys.DW) ?? usualWidth;
  return (id) => widths.get(id) ?? rangeWidth(sorted, id) ?? usual;
}

function rangeWidth(
  ranges: readonly { first: number; last: number; width: number }[],
  id: number,
): number | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.first ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range && id <= range.last ? range.width : undefined;
}

/** Widths as the entry `W`: `first [width width …]` for ids in sequence. */
export function widthsEntry(descendant: PDFDict, widths: ReadonlyMap<number, number>): PDFArray {
  const sequences: { first: number; widths: number[] }[] = [];
  for (const [id, width] of [...widths].sort(([one], [other]) => one - other)) {
    const last = sequences.at(-1);
    if (last && id === last.first + last.widths.length) last.widths.push(width);
    else sequences.push({ first: id, widths: [width] });
  }
  const { context } = descendant;
  return arrayOf(
    context,
    sequences.flatMap(({ first, widths: all }) => [PDFNumber.of(first), numbers(context, all)]),
  );
}
