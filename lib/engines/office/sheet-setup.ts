import type { Paper } from '../../api/fields/lengths.ts';

/** How the sheets of a workbook are to be printed. */
export interface SheetSetup {
  /** Whether all pages are wider than high. */
  landscape: boolean;
  /** For sheets that name none. */
  paper: Paper;
}

/** Paper sizes (ECMA-376-1, 18.3.1.63, further ones as Windows numbers them) that are wider than high, or rotated. */
const widePaper = new Set([4, 35, 39, 43, 46, 69, 75, 76, 77, 78, 79, 80, 81, 83, 89, 90]);

/** The sizes that LibreOffice knows, from first to last. */
const knownPaper = [
  [1, 47],
  [50, 70],
  [75, 83],
  [88, 90],
] as const;

/**
 * The attributes of `pageSetup` that have to be others for `setup`.
 *
 * @param attributes those that there are, by name
 * @returns their values; undefined for one that has to go
 */
export function changedAttributes(
  attributes: ReadonlyMap<string, string>,
  { landscape, paper }: SheetSetup,
): Map<string, string | undefined> {
  const changed = new Map<string, string | undefined>();
  // LibreOffice would ignore the rest.
  if (attributes.has('usePrinterDefaults')) changed.set('usePrinterDefaults', undefined);
  const named = namedPaper(attributes);
  if (!named) {
    changed.set('paperSize', undefined);
    changed.set('paperWidth', inMillimetres(paper.width));
    changed.set('paperHeight', inMillimetres(paper.height));
  }
  const isWide = named?.isWide ?? paper.width > paper.height;
  // Paper that is wider than high when upright is not turned.
  if (landscape) changed.set('orientation', isWide ? 'portrait' : 'landscape');
  else if (!named && isWide) changed.set('orientation', 'portrait');
  for (const [name, value] of changed) if (attributes.get(name) === value) changed.delete(name);
  return changed;
}

/** Whether the paper that a sheet names is wider than high; undefined when it names none that LibreOffice knows. */
function namedPaper(attributes: ReadonlyMap<string, string>): { isWide: boolean } | undefined {
  const width = millimetres(attributes.get('paperWidth'));
  const height = millimetres(attributes.get('paperHeight'));
  if (width !== undefined && height !== undefined) return { isWide: width > height };
  const size = Number(attributes.get('paperSize'));
  const isKnown = knownPaper.some(([first, last]) => size >= first && size <= last);
  return isKnown ? { isWide: widePaper.has(size) } : undefined;
}

const inMillimetres = (inches: number): string => `${Number((inches * 25.4).toFixed(2))}mm`;

/** Of one unit (ECMA-376-1, 22.9.2.15). */
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
