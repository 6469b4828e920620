import { AppError } from '../../base/app-error.ts';
import type { TextSetting } from '../../engines/pdf/finishing/finishing.ts';

/**
 * What draws the text of stamps, watermarks, annotations and form fields, and stands for fonts that are not embedded. Its
 * code is loaded for the first task that may need it, and the fonts are opened for the first text of a process.
 */
export class OverlayText {
  readonly #fontsConf: string | undefined;
  #setting: Promise<TextSetting> | undefined;

  /** @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts */
  constructor(fontsConf: string | undefined) {
    this.#fontsConf = fontsConf;
  }

  /** Undefined if the installation has no fonts. */
  async setting(): Promise<TextSetting | undefined> {
    const fontsConf = this.#fontsConf;
    if (fontsConf === undefined) return undefined;
    return (this.#setting ??= import('./layer-text.ts').then(({ layerText }) => layerText(fontsConf)));
  }

  /** @throws AppError `unavailable` when the installation has no fonts */
  async required(): Promise<TextSetting> {
    const setting = await this.setting();
    if (setting) return setting;
    throw new AppError('unavailable', 'The fonts for text stamps are not installed in this deployment.', {
      retryAfterSeconds: 3600,
    });
  }
}
