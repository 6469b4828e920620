import { mergedRanges } from '#lib/engines/fonts/font-inventory.ts';
import type { ListedFace } from '#lib/engines/fonts/listed-faces.ts';
import { inPreference, type LayerFace } from './text-faces.ts';

/**
 * All faces with outlines, in the order of preference for text whose font nobody knows.
 *
 * @param fontsConf the content of `fonts.conf`
 */
export const makeListedFaces = (faces: readonly LayerFace[], fontsConf: string): ListedFace[] =>
  inPreference(
    faces.filter(({ hasOutlines }) => hasOutlines),
    fontsConf,
  ).map(({ file, index, families, weight, width, isItalic, characters }) => ({
    file,
    index,
    families: [...families],
    weight: [...weight],
    width: [...width],
    isItalic,
    characters: mergedRanges(characters),
  }));
