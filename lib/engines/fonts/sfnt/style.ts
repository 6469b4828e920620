import { FontData } from '../font-data.ts';
import type { FontTables } from './tables.ts';

/** Smallest and largest value; equal unless the font is variable. */
export type StyleRange = readonly [least: number, most: number];

/** Where a font belongs in its family. */
export interface FontStyle {
  /** 400 is regular, 700 bold. */
  weight: StyleRange;
  /** In percent of the regular width. */
  width: StyleRange;
  isItalic: boolean;
}

/** The percentages of `usWidthClass` 1 to 9 (OpenType 1.9, `OS/2`). */
const widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

const [regularWeight, regularWidth] = [400, 100];

/** Bits of `fsSelection`, and of `macStyle` in `head`. */
const selection = { italic: 1, oblique: 1 << 9 } as const;
const macItalic = 2;

/**
 * Reads the style of a font from `OS/2` and, of a variable font, `fvar`.
 *
 * @throws InputFault `invalid-file-type` when one of the tables is too short
 */
export function readStyle(tables: FontTables): FontStyle {
  const axes = readAxes(tables.get('fvar'));
  const windows = tables.get('OS/2');
  if (!windows) {
    const head = new FontData(tables.get('head') ?? Buffer.alloc(0), 'head table');
    const isBold = (head.u16(44) & 1) !== 0;
    const weight = isBold ? 700 : regularWeight;
    return styleOf(weight, regularWidth, (head.u16(44) & macItalic) !== 0, axes);
  }
  const table = new FontData(windows, 'OS/2 table');
  const isItalic = (table.u16(62) & (selection.italic | selection.oblique)) !== 0;
  const weight = Math.min(Math.max(table.u16(4), 1), 1000);
  return styleOf(weight, widths[table.u16(6) - 1] ?? regularWidth, isItalic, axes);
}

function styleOf(
  weight: number,
  width: number,
  isItalic: boolean,
  axes: ReadonlyMap<string, StyleRange>,
): FontStyle {
  return {
    weight: axes.get('wght') ?? [weight, weight],
    width: axes.get('wdth') ?? [width, width],
    isItalic,
  };
}

/** The axes of a variable font (OpenType 1.9, `fvar`). */
function readAxes(bytes: Buffer | undefined): ReadonlyMap<string, StyleRange> {
  const axes = new Map<string, StyleRange>();
  if (!bytes) return axes;
  const table = new FontData(bytes, 'fvar table');
  const [start, count, size] = [table.u16(4), table.u16(8), table.u16(10)];
  for (let index = 0; index < count; index += 1) {
    const axis = start + index * size;
    const [least, most] = [table.fixed(axis + 4), table.fixed(axis + 12)];
    if (least <= most) axes.set(table.slice(axis, 4).toString('latin1'), [least, most]);
  }
  return axes;
}
