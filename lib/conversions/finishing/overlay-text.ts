import { AppError } from '../../base/app-error.ts';
import type { TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { textIn } from '../../engines/pdf/finishing/overlays/text-forms.ts';
import { openTextFonts } from '../../engines/fonts/shaping/text-fonts.ts';

/** What draws the text of stamps, watermarks, annotations and form fields. Opened for the first text. */
export class OverlayText {
  readonly #fontsConf: string | undefined;
  #setting: Promise<TextSetting> | undefined;

  /** @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts */
  constructor(fontsConf: string | undefined) {
    this.#fontsConf = fontsConf;
  }

  /** @throws AppError `unavailable` when the installation has no fonts */
  async open(): Promise<TextSetting> {
    const setting = await this.openIfAny();
    if (setting) return setting;
    throw new AppError('unavailable', 'This installation has no fonts for the text of stamps.', {
      retryAfterSeconds: 3600,
    });
  }

  /** Returns undefined if the installation has no fonts. */
  async openIfAny(): Promise<TextSetting | undefined> {
    if (this.#fontsConf === undefined) return undefined;
    this.#setting ??= openTextFonts(this.#fontsConf).then(textIn);
    try {
      return await this.#setting;
    } catch (error) {
      this.#setting = undefined;
      throw error;
    }
  }
}
