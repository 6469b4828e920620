import { readFontInventorySync } from '../../fonts/font-inventory.ts';
import { readListedFaces } from '../../fonts/listed-faces.ts';
import { FontChoice } from './font-choice.ts';

/** The layers of this process. */
const opened = new Map<string, FontChoice>();

/**
 * The choice among the fonts of a layer, which is read when the first document needs it.
 *
 * @param fontsConf the layer's `fonts.conf`
 */
export function openFontChoice(fontsConf: string): FontChoice {
  let choice = opened.get(fontsConf);
  if (!choice) {
    const { substitutes } = readFontInventorySync(fontsConf);
    opened.set(fontsConf, (choice = new FontChoice(readListedFaces(fontsConf), substitutes, fontsConf)));
  }
  return choice;
}
