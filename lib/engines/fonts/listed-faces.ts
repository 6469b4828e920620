import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/** Name of the file in the fonts layer, beside `fonts.conf`, that lists all faces with outlines. */
export const listedFacesName = 'faces.json';

const listedFaces = z.array(
  z.object({
    /** Path of the font, relative to `fonts.conf`. */
    file: z.string(),
    /** The face's place in a collection of fonts; 0 in other files. */
    index: z.int(),
    families: z.array(z.string()),
    /** 400 is regular, 700 bold. Smallest and largest, which are equal unless the font is variable. */
    weight: z.tuple([z.number(), z.number()]),
    /** In percent of the regular width. */
    width: z.tuple([z.number(), z.number()]),
    isItalic: z.boolean(),
    /** Code points for which the face has glyphs: sorted ranges, both ends inclusive. */
    characters: z.array(z.tuple([z.int(), z.int()])),
  }),
);

/** A face with outlines. */
export type ListedFace = z.output<typeof listedFaces>[number];

/**
 * Reads the faces in the order of preference.
 *
 * @param fontsConf the fonts layer's `fonts.conf`
 */
export const readListedFaces = (fontsConf: string): ListedFace[] =>
  listedFaces.parse(JSON.parse(readFileSync(join(dirname(fontsConf), listedFacesName), 'utf8')));
