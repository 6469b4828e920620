import { AppError } from '../../base/app-error.ts';
import type { TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { SubstituteFonts } from '../../engines/pdf/conformance/fonts/substitutes/substitute-fonts.ts';
import { textIn } from '../../engines/pdf/finishing/overlays/text-forms.ts';
import { openTextFonts, type TextFonts } from '../../engines/fonts/shaping/text-fonts.ts';

/**
 * What draws the text of stamps, watermarks, annotations and form fields, and stands for fonts that are not embedded. The
 * fonts are opened for the first text of a process.
 */
export class OverlayText {
  /** Undefined if the installation has no fonts. */
  readonly setting: TextSetting | undefined;

  /** @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts */
  constructor(fontsConf: string | undefined) {
    if (fontsConf === undefined) return;
    let fonts: TextFonts | undefined;
    let substitutes: SubstituteFonts | undefined;
    this.setting = textIn(
      () => (fonts ??= openTextFonts(fontsConf)),
      () => (substitutes ??= new SubstituteFonts(fontsConf)),
    );
  }

  /** @throws AppError `unavailable` when the installation has no fonts */
  required(): TextSetting {
    if (this.setting) return this.setting;
    throw new AppError('unavailable', 'This installation has no fonts for the text of stamps.', {
      retryAfterSeconds: 3600,
    });
  }
}
