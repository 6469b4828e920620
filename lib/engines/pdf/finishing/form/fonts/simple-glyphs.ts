import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFNumber } from '../../../objects.ts';
import { fontEncoding } from './font-encoding.ts';
import { metricsOf } from './standard-font.ts';

const unitsPerEm = 1000;

/** Subtypes with one byte for each character. Those of Type 3 are drawings, whose metrics are their own. */
const simpleTypes = ['Type1', 'MMType1', 'TrueType'];

/** A glyph of a simple font. */
export interface SimpleGlyph {
  code: number;
  /** Ems. */
  width: number;
}

/** The glyphs by their characters; undefined if the encoding does not show which the font has. */
export function simpleGlyphs(font: PDFDict): Map<string, SimpleGlyph> | undefined {
  if (!simpleTypes.includes(nameAt(font, keys.Subtype) ?? '')) return undefined;
  const name = nameAt(font, keys.BaseFont) ?? '';
  if (isEmbedded(font) && /^[A-Z]{6}\+/.test(name)) return undefined;
  const encoding = fontEncoding(font, isEmbedded(font));
  if (!encoding) return undefined;
  const widthOf = widthsOf(font, name);
  const glyphs = new Map<string, SimpleGlyph>();
  for (const [code, character] of encoding.entries()) {
    if (character === undefined || glyphs.has(character)) continue;
    const width = widthOf(code, character);
    if (width > 0) glyphs.set(character, { code, width: width / unitsPerEm });
  }
  const space = glyphs.get(' ');
  if (space && !glyphs.has('\u00a0')) glyphs.set('\u00a0', space);
  return glyphs;
}

function isEmbedded(font: PDFDict): boolean {
  const descriptor = dictAt(font, keys.FontDescriptor);
  return [keys.FontFile, keys.FontFile2, keys.FontFile3].some((key) => descriptor?.has(key));
}

/** The widest glyph that is taken seriously, in units of the font. */
const maxWidth = 5000;

/** Returns the width of a code in units of the font: 0 if it has no glyph. */
function widthsOf(font: PDFDict, name: string): (code: number, character: string) => number {
  const widths = arrayAt(font, keys.Widths);
  if (!widths) {
    const standard = metricsOf(name)?.widths;
    return (_, character) => standard?.get(character) ?? 0;
  }
  const first = numberAt(font, keys.FirstChar) ?? 0;
  return (code) => {
    const index = code - first;
    if (!Number.isInteger(index) || index < 0 || index >= widths.size()) return 0;
    const width = resolved(font.context, widths.get(index));
    return width instanceof PDFNumber ? Math.min(maxWidth, width.asNumber()) : 0;
  };
}
