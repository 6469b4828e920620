import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/**
 * Name of the file in the fonts layer, beside `fonts.conf`, that lists the faces of text which the service draws itself.
 * It is not a part of the inventory, which each rendering and each office document reads.
 */
export const textFacesName = 'text-faces.json';

const textFaces = z.array(
  z.object({
    /** Path of the font, relative to `fonts.conf`. */
    file: z.string(),
    /** The face's place in a collection of fonts; 0 in other files. */
    index: z.int(),
    /** Code points for which the face has glyphs: sorted ranges, both ends inclusive. */
    characters: z.array(z.tuple([z.int(), z.int()])),
  }),
);

/** A regular, upright face with outlines. */
export type TextFace = z.output<typeof textFaces>[number];

/**
 * Reads the faces in the order of preference.
 *
 * @param fontsConf the fonts layer's `fonts.conf`
 */
export function readTextFaces(fontsConf: string): TextFace[] {
  return textFaces.parse(JSON.parse(readFileSync(join(dirname(fontsConf), textFacesName), 'utf8')));
}
