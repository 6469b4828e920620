import { asDict, dictAt, nameAt, numberAt, resolved, textAt } from '../assembly/lookup.ts';
import { readNumberTree } from '../assembly/trees/name-tree.ts';
import { keys } from '../keys.ts';
import type { PDFDict } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';

/**
 * The labels of the first `count` pages (PDF 32000-1, 12.4.2); `null` for a page before the first range, and for all
 * pages of a document without labels.
 */
export function pageLabelsOf({ catalog, context }: PdfSource, count: number): (string | null)[] {
  const labels = new Array<string | null>(count).fill(null);
  const ranges = readNumberTree(dictAt(catalog, keys.PageLabels))
    .flatMap(([start, value]): { start: number; dict: PDFDict }[] => {
      const dict = asDict(resolved(context, value));
      return dict && start >= 0 && start < count ? [{ start, dict }] : [];
    })
    .sort((a, b) => a.start - b.start);
  for (const [index, { start, dict }] of ranges.entries()) {
    const prefix = textAt(dict, keys.P) ?? '';
    const style = styles.get(nameAt(dict, keys.S) ?? '');
    const first = Math.trunc(numberAt(dict, keys.St) ?? 1);
    const end = ranges[index + 1]?.start ?? count;
    for (let page = start; page < end; page += 1)
      labels[page] = prefix + (style?.(first + page - start) ?? '');
  }
  return labels;
}

const styles = new Map<string, (number: number) => string>([
  ['D', String],
  ['R', (number) => roman(number).toUpperCase()],
  ['r', (number) => roman(number)],
  ['A', (number) => letters(number).toUpperCase()],
  ['a', (number) => letters(number)],
]);

const numerals: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** The largest number in Roman numerals or letters; a larger one, or one below 1, is written in digits. */
const maxSpelled = 4999;

const isSpelled = (number: number): boolean => number >= 1 && number <= maxSpelled;

function roman(number: number): string {
  if (!isSpelled(number)) return String(number);
  let rest = number;
  let text = '';
  for (const [value, numeral] of numerals) {
    for (; rest >= value; rest -= value) text += numeral;
  }
  return text;
}

/** a to z, then aa to zz, then aaa to zzz. */
function letters(number: number): string {
  if (!isSpelled(number)) return String(number);
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  return letter.repeat(Math.ceil(number / 26));
}
