import { Font, FontNames } from '@pdf-lib/standard-fonts';
import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { familyKey } from '../../../../pdfium/fonts/font-request.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFNumber } from '../../../objects.ts';
import type { GlyphNames } from '../unicode/simple-encoding.ts';

/** The widths of a simple font's codes, as far as the document states them, in thousandths of an em. */
export function simpleWidths(font: PDFDict, names: GlyphNames): (code: number) => number | undefined {
  const widths = arrayAt(font, keys.Widths);
  const first = numberAt(font, keys.FirstChar) ?? 0;
  const descriptor = dictAt(font, keys.FontDescriptor);
  const standard = standardWidths(nameAt(font, keys.BaseFont) ?? '');
  return (code) => {
    const width = widths && resolved(font.context, widths.asArray()[code - first]);
    if (width instanceof PDFNumber) return width.asNumber();
    const missing = widths && descriptor && (numberAt(descriptor, keys.MissingWidth) ?? 0);
    return missing ?? standard?.(names[code] ?? '');
  };
}

/** Whether a simple font has the three entries for its widths, which PDF/A requires of all fonts. */
export const hasWidths = (font: PDFDict): boolean =>
  arrayAt(font, keys.Widths) !== undefined &&
  numberAt(font, keys.FirstChar) !== undefined &&
  numberAt(font, keys.LastChar) !== undefined;

/** The widths of the glyphs of a standard font (PDF 32000-1, 9.6.2.2) by their names; undefined for other fonts. */
function standardWidths(name: string): ((glyph: string) => number | undefined) | undefined {
  const standard = standardFont(name);
  if (!standard) return undefined;
  const font = Font.load(standard);
  return (glyph) => {
    const width = font.getWidthOfGlyph(glyph);
    return typeof width === 'number' ? width : undefined;
  };
}

/** The regular, the bold, the slanted and the bold slanted font of each family, by the keys of their names. */
const families: Readonly<Record<string, readonly FontNames[]>> = {
  helvetica: [
    FontNames.Helvetica,
    FontNames.HelveticaBold,
    FontNames.HelveticaOblique,
    FontNames.HelveticaBoldOblique,
  ],
  times: [
    FontNames.TimesRoman,
    FontNames.TimesRomanBold,
    FontNames.TimesRomanItalic,
    FontNames.TimesRomanBoldItalic,
  ],
  courier: [FontNames.Courier, FontNames.CourierBold, FontNames.CourierOblique, FontNames.CourierBoldOblique],
  symbol: [FontNames.Symbol, FontNames.Symbol, FontNames.Symbol, FontNames.Symbol],
  zapfdingbats: Array.from({ length: 4 }, () => FontNames.ZapfDingbats),
};

/** The standard font with that name, or with the widths of that font. */
function standardFont(name: string): FontNames | undefined {
  const style = (/bold/i.test(name) ? 1 : 0) + (/italic|oblique/i.test(name) ? 2 : 0);
  return families[familyKey(name)]?.[style];
}
