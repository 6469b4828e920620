import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/*
 * Facts about the standard fonts (PDF 32000-1, 9.6.2.2), from the files of @pdf-lib/standard-fonts. They are read when they are first
 * needed: few documents need them, and the module of the package reads all of them when it is loaded.
 */

/** Names as in the files' names. */
export const standardFontNames = [
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
] as const;

export type StandardFontName = (typeof standardFontNames)[number];

export type SymbolFontName = Extract<StandardFontName, 'Symbol' | 'ZapfDingbats'>;

/** A character of a font's built-in encoding. */
export interface SymbolCode {
  /** The code point of Unicode. */
  point: number;
  code: number;
  name: string;
}

/** Numbers and strings of the package, deflated, in Base64, as a string of JSON. */
function read(name: string): unknown {
  const file = fileURLToPath(import.meta.resolve(`@pdf-lib/standard-fonts/es/${name}.compressed.json`));
  const data = Buffer.from(JSON.parse(readFileSync(file, 'utf8')) as string, 'base64');
  return JSON.parse(inflateSync(data).toString('latin1'));
}

const widths = new Map<StandardFontName, ReadonlyMap<string, number>>();

/** The widths of a font's glyphs by their names, in thousandths of an em. */
export function standardWidths(font: StandardFontName): ReadonlyMap<string, number> {
  const known = widths.get(font);
  if (known) return known;
  const { CharMetrics } = read(font) as { CharMetrics: readonly { N: string; WX: number }[] };
  const found = new Map(CharMetrics.map(({ N, WX }) => [N, WX]));
  widths.set(font, found);
  return found;
}

let encodings: Readonly<Record<string, Readonly<Record<string, [code: number, name: string]>>>> | undefined;

/** The characters of a font of symbols, in the order of their code points. */
export function symbolCodes(font: SymbolFontName): SymbolCode[] {
  encodings ??= read('all-encodings') as NonNullable<typeof encodings>;
  const own = Object.entries(encodings[font.toLowerCase()] ?? {});
  return own.map(([point, [code, name]]) => ({ point: Number(point), code, name }));
}
