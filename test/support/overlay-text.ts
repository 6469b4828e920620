import { OverlayText } from '#lib/conversions/finishing/overlay-text.ts';
import { fontsConf } from './libreoffice.ts';

/** Draws the text of stamps with the fonts of the layer. Opened for the first text. */
export const overlayText = new OverlayText(fontsConf);
