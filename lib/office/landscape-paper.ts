/** How `pageSetup` has to say that a sheet's pages are wider than high. */
export interface LandscapePaper {
  /** Paper that is wider than high when upright is not turned. */
  orientation: 'landscape' | 'portrait';
  /** To put in place of a paper size that LibreOffice does not know, for which it would forget the orientation. */
  paperSize?: string;
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

/** What LibreOffice takes for a size it does not know. */
const a4 = '9';

/**
 * @param attributes those of `pageSetup`, by name
 */
export function landscapePaper(attributes: ReadonlyMap<string, string>): LandscapePaper {
  const width = millimetres(attributes.get('paperWidth'));
  const height = millimetres(attributes.get('paperHeight'));
  if (width !== undefined && height !== undefined) {
    return { orientation: width > height ? 'portrait' : 'landscape' };
  }
  const paperSize = attributes.get('paperSize');
  if (paperSize === undefined) return { orientation: 'landscape' };
  const size = Number(paperSize);
  if (!knownPaper.some(([first, last]) => size >= first && size <= last)) {
    return { orientation: 'landscape', paperSize: a4 };
  }
  return { orientation: widePaper.has(size) ? 'portrait' : 'landscape' };
}

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
