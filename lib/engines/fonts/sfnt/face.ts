import { FontData } from '../font-data.ts';
import { type CharacterRange, readCharacters } from './characters.ts';
import { readNames } from './names.ts';
import { type FontStyle, readStyle } from './style.ts';
import { type FontTables, readTables } from './tables.ts';

/** The names, the style and the characters of a font. */
export interface FontFace extends FontStyle {
  /** Family names, English ones first. */
  readonly families: readonly string[];
  readonly postScriptName: string;
  /** Sorted ranges of code points. */
  readonly characters: readonly CharacterRange[];
}

/** @throws InputFault `invalid-file-type` when one of the tables is missing or broken */
export function readFace(tables: FontTables): FontFace {
  const table = (tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0);
  return {
    ...readNames(table('name')),
    ...readStyle(tables),
    characters: readCharacters(table('cmap')),
  };
}

const collection = 'ttcf';

/**
 * Reads the faces of a font or a collection of fonts.
 *
 * @throws InputFault `invalid-file-type` when it is damaged
 */
export function readFaces(font: Buffer): FontFace[] {
  const header = new FontData(font, 'header');
  if (header.slice(0, 4).toString('latin1') !== collection) return [readFace(readTables(font))];
  const count = header.u32(8);
  header.require(12, count * 4);
  return Array.from({ length: count }, (_, index) => readFace(readTables(font, header.u32(12 + index * 4))));
}
