import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { familyKey } from '../../../../pdfium/fonts/font-request.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFNumber } from '../../../objects.ts';
import { type StandardFontName, standardWidths } from '../standard-fonts.ts';
import type { GlyphNames } from '../unicode/simple-encoding.ts';

/** The widths of a simple font's codes, as far as the document states them, in thousandths of an em. */
export function simpleWidths(font: PDFDict, names: GlyphNames): (code: number) => number | undefined {
  const widths = arrayAt(font, keys.Widths);
  const first = numberAt(font, keys.FirstChar) ?? 0;
  const descriptor = dictAt(font, keys.FontDescriptor);
  const standard = standardFont(nameAt(font, keys.BaseFont) ?? '');
  return (code) => {
    const width = widths && resolved(font.context, widths.asArray()[code - first]);
    if (width instanceof PDFNumber) return width.asNumber();
    const missing = widths && descriptor && (numberAt(descriptor, keys.MissingWidth) ?? 0);
    return missing ?? (standard && standardWidths(standard).get(names[code] ?? ''));
  };
}

/** Whether a simple font has the three entries for its widths, which PDF/A requires of all fonts. */
export const hasWidths = (font: PDFDict): boolean =>
  arrayAt(font, keys.Widths) !== undefined &&
  numberAt(font, keys.FirstChar) !== undefined &&
  numberAt(font, keys.LastChar) !== undefined;

/** The regular, the bold, the slanted and the bold slanted font of each family, by the keys of their names. */
const families: Readonly<Record<string, readonly StandardFontName[]>> = {
  helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
  times: ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
  courier: ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
  symbol: Array.from({ length: 4 }, () => 'Symbol'),
  zapfdingbats: Array.from({ length: 4 }, () => 'ZapfDingbats'),
};

/** The standard font with that name, or with the widths of that font. */
function standardFont(name: string): StandardFontName | undefined {
  const style = (/bold/i.test(name) ? 1 : 0) + (/italic|oblique/i.test(name) ? 2 : 0);
  return families[familyKey(name)]?.[style];
}
