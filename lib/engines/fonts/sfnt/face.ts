import { type CharacterRange, readCharacters } from './characters.ts';
import { readNames } from './names.ts';
import { type FontStyle, readStyle } from './style.ts';
import { type FontTables, readFaceTables } from './tables.ts';

/** The names, the style and the characters of a font. */
export interface FontFace extends FontStyle {
  /** Family names, English ones first. */
  readonly families: readonly string[];
  readonly postScriptName: string;
  /** Sorted ranges of code points. */
  readonly characters: readonly CharacterRange[];
  /** Whether its glyphs are outlines. Those of some fonts for emoji are pictures only. */
  readonly hasOutlines: boolean;
}

const outlineTables = ['glyf', 'CFF ', 'CFF2'];

/** @throws InputFault `invalid-file-type` when one of the tables is missing or broken */
export function readFace(tables: FontTables): FontFace {
  const table = (tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0);
  return {
    ...readNames(table('name')),
    ...readStyle(tables),
    characters: readCharacters(table('cmap')),
    hasOutlines: outlineTables.some((tag) => tables.has(tag)),
  };
}

/**
 * Reads the faces of a font or a collection of fonts.
 *
 * @throws InputFault `invalid-file-type` when it is damaged
 */
export const readFaces = (font: Buffer): FontFace[] => readFaceTables(font).map(readFace);
