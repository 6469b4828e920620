import { AppError } from '../../base/app-error.ts';
import type { TextSetting } from '../../engines/pdf/finishing/finishing.ts';
import { textIn } from '../../engines/pdf/finishing/overlays/text-forms.ts';
import { openTextFonts } from '../../engines/fonts/shaping/text-fonts.ts';

/** What draws the text of stamps, watermarks and annotations. Opened for the first text. */
export class OverlayText {
  readonly #fontsConf: string | undefined;
  #setting: Promise<TextSetting> | undefined;

  /** @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts */
  constructor(fontsConf: string | undefined) {
    this.#fontsConf = fontsConf;
  }

  /** Whether the installation has fonts. */
  get isInstalled(): boolean {
    return this.#fontsConf !== undefined;
  }

  /** @throws AppError `unavailable` when the installation has no fonts */
  async open(): Promise<TextSetting> {
    if (this.#fontsConf === undefined) {
      throw new AppError('unavailable', 'This installation has no fonts for the text of stamps.', {
        retryAfterSeconds: 3600,
      });
    }
    this.#setting ??= openTextFonts(this.#fontsConf).then(textIn);
    try {
      return await this.#setting;
    } catch (error) {
      this.#setting = undefined;
      throw error;
    }
  }
}
