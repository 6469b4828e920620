import { nameAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import type { CMap } from '../shown/cmap.ts';
import { isValidText } from '../unicode/text-values.ts';
import { predefinedTexts } from './predefined-codes.ts';

/**
 * The texts of a composite font's codes: of its ToUnicode CMap, else by a predefined CMap, else what the font program
 * says. Codes without a text are absent.
 */
export function compositeTexts(
  { dict, codes, lengths }: ShownFont,
  toUnicode: CMap | undefined,
  textOf: (code: number) => string | undefined = () => undefined,
): Map<number, string> {
  const decode = predefinedTexts(nameAt(dict, keys.Encoding) ?? '');
  const texts = new Map<number, string>();
  for (const code of codes.keys()) {
    const text = [toUnicode?.textOf(code), decode?.(code, lengths.get(code) ?? 2), textOf(code)].find(
      isValidText,
    );
    if (text !== undefined) texts.set(code, text);
  }
  return texts;
}
