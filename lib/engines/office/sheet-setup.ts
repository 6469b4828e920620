import type { Paper } from '../../api/fields/lengths.ts';

/** How to print the sheets of a workbook. */
export interface SheetSetup {
  /** Whether all pages are in landscape orientation. */
  landscape: boolean;
  /** For sheets that declare none. */
  paper: Paper;
  /** Whether the saved scroll position goes, from which LibreOffice begins the single page of a sheet. */
  fromStart?: boolean;
}

/** Paper sizes (ECMA-376-1, 18.3.1.63, further ones by Windows' numbers) that are wider than high, or rotated. */
const widePaper = new Set([4, 35, 39, 43, 46, 69, 75, 76, 77, 78, 79, 80, 81, 83, 89, 90]);

/** The ranges of sizes that LibreOffice knows, first to last. */
const knownPaper = [
  [1, 47],
  [50, 70],
  [75, 83],
  [88, 90],
] as const;

/**
 * The attributes of `pageSetup` that must change for `setup`.
 *
 * @param attributes the current ones, by name
 * @returns the new values; undefined for an attribute to remove
 */
export function changedAttributes(
  attributes: ReadonlyMap<string, string>,
  { landscape, paper }: SheetSetup,
): Map<string, string | undefined> {
  const changed = new Map<string, string | undefined>();
  // LibreOffice would ignore the other attributes.
  if (attributes.has('usePrinterDefaults')) changed.set('usePrinterDefaults', undefined);
  const named = namedPaper(attributes);
  if (!named) {
    changed.set('paperSize', undefined);
    changed.set('paperWidth', inMillimetres(paper.width));
    changed.set('paperHeight', inMillimetres(paper.height));
  }
  const isWide = named?.isWide ?? paper.width > paper.height;
  // Paper that is wider than high in portrait orientation is not rotated.
  if (landscape) changed.set('orientation', isWide ? 'portrait' : 'landscape');
  else if (!named && isWide) changed.set('orientation', 'portrait');
  for (const [name, value] of changed) if (attributes.get(name) === value) changed.delete(name);
  return changed;
}

/** Whether the sheet's paper is wider than high; undefined if it declares none that LibreOffice knows. */
function namedPaper(attributes: ReadonlyMap<string, string>): { isWide: boolean } | undefined {
  const width = millimetres(attributes.get('paperWidth'));
  const height = millimetres(attributes.get('paperHeight'));
  if (width !== undefined && height !== undefined) return { isWide: width > height };
  const size = Number(attributes.get('paperSize'));
  const isKnown = knownPaper.some(([first, last]) => size >= first && size <= last);
  return isKnown ? { isWide: widePaper.has(size) } : undefined;
}

const inMillimetres = (inches: number): string => `${Number((inches * 25.4).toFixed(2))}mm`;

/** Millimetres per unit (ECMA-376-1, 22.9.2.15). */
const unitMillimetres: Record<string, number> = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
  pi: 25.4 / 6,
};

/** A positive universal measure, `210mm`; undefined for anything else. */
function millimetres(measure: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]{2})$/.exec(measure ?? '') ?? [];
  const value = Number(number) * (unitMillimetres[unit] ?? Number.NaN);
  return value > 0 ? value : undefined;
}
