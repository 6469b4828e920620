import { fromFile } from '../../base/random-access.ts';
import { type FontInventory, readFontInventory, withFaces } from '../fonts/font-inventory.ts';
import type { FontWarning } from '../fonts/font-warnings.ts';
import type { GivenFont } from '../fonts/given-font.ts';
import { fontWarnings } from './font-warnings.ts';
import type { FontUse } from './libreoffice/host-protocol.ts';

/** Compares the fonts of converted documents with those of the installation. */
export class FontCheck {
  readonly #inventory: FontInventory;

  private constructor(inventory: FontInventory) {
    this.#inventory = inventory;
  }

  /** @param fontsConf the fonts layer's `fonts.conf` */
  static async open(fontsConf: string): Promise<FontCheck> {
    return new FontCheck(await readFontInventory(fontsConf));
  }

  /**
   * Warnings about fonts that LibreOffice replaced, and about characters for which it had no glyph.
   *
   * @param document path of the document
   * @param pdf path of LibreOffice's output
   * @param uses font uses that the conversion's process reported
   * @param given the fonts of the request
   */
  async warnings(
    document: string,
    pdf: string,
    uses: readonly FontUse[],
    given: readonly GivenFont[],
  ): Promise<FontWarning[]> {
    const inventory = withFaces(
      this.#inventory,
      given.map(({ face }) => face),
    );
    await using access = await fromFile(pdf);
    return await fontWarnings(document, access, uses, inventory);
  }
}
