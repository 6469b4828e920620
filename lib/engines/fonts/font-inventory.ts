import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { CharacterRange } from './sfnt/characters.ts';
import type { FontFace } from './sfnt/face.ts';

/** Name of the inventory file in the fonts layer, beside `fonts.conf`. */
export const inventoryName = 'inventory.json';

const fontInventory = z.object({
  /** The PostScript names of each family's faces. */
  families: z.record(z.string(), z.array(z.string())),
  /** The substitute family for each font that the layer does not contain. */
  substitutes: z.record(z.string(), z.string()),
  /** Code points for which any font has a glyph: sorted ranges, both ends inclusive. */
  characters: z.array(z.tuple([z.int(), z.int()])),
});

/** The fonts of the layer. */
export type FontInventory = z.output<typeof fontInventory>;

/** @param fontsConf the fonts layer's `fonts.conf` */
export const readFontInventory = async (fontsConf: string): Promise<FontInventory> =>
  parsed(await readFile(inventoryOf(fontsConf), 'utf8'));

/** `readFontInventory` for code that cannot wait. */
export const readFontInventorySync = (fontsConf: string): FontInventory =>
  parsed(readFileSync(inventoryOf(fontsConf), 'utf8'));

const inventoryOf = (fontsConf: string): string => join(dirname(fontsConf), inventoryName);

const parsed = (json: string): FontInventory => fontInventory.parse(JSON.parse(json));

/** What an inventory knows of a font. */
export type DescribedFace = Pick<FontFace, 'families' | 'postScriptName' | 'characters'>;

/** The inventory of a conversion with fonts of its own: those of the layer, and `faces`. */
export function withFaces(inventory: FontInventory, faces: readonly DescribedFace[]): FontInventory {
  if (faces.length === 0) return inventory;
  const families = new Map(Object.entries(inventory.families));
  for (const { families: names, postScriptName } of faces) {
    for (const family of names) families.set(family, [...(families.get(family) ?? []), postScriptName]);
  }
  const own = faces.flatMap(({ characters }) => characters);
  return {
    families: Object.fromEntries(families),
    substitutes: inventory.substitutes,
    characters: mergedRanges([...inventory.characters, ...own]),
  };
}

/** Sorted ranges, with adjacent and overlapping ones merged. */
export function mergedRanges(ranges: readonly CharacterRange[]): [first: number, last: number][] {
  const result: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** Whether fonts with these sorted ranges of characters have a glyph for the character. */
export function isCovered({ characters }: Pick<FontInventory, 'characters'>, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [, last] = characters[middle] as [number, number];
    if (last < code) low = middle + 1;
    else high = middle;
  }
  const range = characters[low];
  return range !== undefined && range[0] <= code;
}

/**
 * Whether a missing glyph for the character is noticeable: letters, digits, punctuation and symbols. Controls,
 * selectors and joiners are invisible, and a character in a private-use area has a meaning only in its icon font.
 */
export const isVisible = (character: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
