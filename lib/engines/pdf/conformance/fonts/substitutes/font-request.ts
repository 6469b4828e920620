import type { FontRequest } from '../../../../pdfium/fonts/font-request.ts';
import { flags, flagsOf, fontName } from '../font-dictionary.ts';
import type { PDFDict } from '../../../objects.ts';

/**
 * What is asked for in place of a font (PDF 32000-1, 9.8.2).
 *
 * @param font the font, or of a composite font its descendant
 * @param charset that of its characters (`charsets`); 0 if they do not determine one
 */
export function requestFor(font: PDFDict, charset = 0): FontRequest {
  const name = fontName(font);
  const stated = flagsOf(font);
  return {
    name,
    isBold: /bold|black|heavy|demi/i.test(name) || (stated & flags.forceBold) !== 0,
    isItalic: /italic|oblique/i.test(name) || (stated & flags.italic) !== 0,
    charset,
    isMonospaced: /courier|mono|consol|typewriter/i.test(name) || (stated & flags.fixedPitch) !== 0,
    hasSerifs:
      /times|serif|roman|georgia|garamond|symbol/i.test(name.replace(/sans-?serif/i, '')) ||
      (stated & flags.serif) !== 0,
  };
}
