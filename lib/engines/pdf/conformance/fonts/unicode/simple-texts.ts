import { nameAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { CMap } from '../shown/cmap.ts';
import { cmapOf } from '../shown/code-reader.ts';
import { type GlyphNames, symbolFontOf, textOfName } from './simple-encoding.ts';
import { isValidText } from './text-values.ts';

/**
 * The ToUnicode CMap of a font (PDF 32000-1, 9.10.3), if it has one that is a stream.
 *
 * @throws InputFault `file-too-large` when it exceeds the account
 */
export function toUnicodeOf(font: PDFDict, account: InflationAccount): CMap | undefined {
  const stream = resolved(font.context, font.get(keys.ToUnicode));
  return stream instanceof PDFRawStream ? cmapOf(stream, account) : undefined;
}

/** The code of the space in all predefined encodings. */
const space = 0x20;

/**
 * The texts of a simple font's codes: of its ToUnicode CMap, else by the names of glyphs. Codes without a text are absent.
 *
 * @param textOf what the font program says about a code
 */
export function simpleTexts(
  font: PDFDict,
  codes: Iterable<number>,
  names: GlyphNames,
  toUnicode: CMap | undefined,
  textOf: (code: number) => string | undefined = () => undefined,
): Map<number, string> {
  const symbols = symbolFontOf(nameAt(font, keys.BaseFont) ?? '');
  const texts = new Map<number, string>();
  for (const code of codes) {
    const stated = toUnicode?.textOf(code);
    const named = names[code] === undefined ? undefined : textOfName(names[code], symbols);
    const text = [stated, named, textOf(code), code === space ? ' ' : undefined].find(isValidText);
    if (text !== undefined) texts.set(code, text);
  }
  return texts;
}
