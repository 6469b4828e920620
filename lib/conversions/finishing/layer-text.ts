import { openTextFonts, type TextFonts } from '../../engines/fonts/shaping/text-fonts.ts';
import { SubstituteFonts } from '../../engines/pdf/conformance/fonts/substitutes/substitute-fonts.ts';
import type { TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { textIn } from '../../engines/pdf/finishing/overlays/text-forms.ts';

/** Draws texts with the fonts of the fonts layer, which are opened for the first of them. */
export function layerText(fontsConf: string): TextSetting {
  let fonts: TextFonts | undefined;
  let substitutes: SubstituteFonts | undefined;
  return textIn(
    () => (fonts ??= openTextFonts(fontsConf)),
    () => (substitutes ??= new SubstituteFonts(fontsConf)),
  );
}
