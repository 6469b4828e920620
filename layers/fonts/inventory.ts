import type { FontInventory } from '#lib/engines/fonts/font-inventory.ts';
import type { FontFace } from './sfnt.ts';
import { substitutes } from './substitutes.ts';

/** The facts about the layer's fonts that the service needs for its warnings. */
export function makeInventory(faces: readonly FontFace[]): FontInventory {
  const families: Record<string, string[]> = {};
  for (const { families: names, postScriptName } of faces) {
    for (const family of names) (families[family] ??= []).push(postScriptName);
  }
  return {
    families,
    substitutes: Object.fromEntries(
      substitutes.flatMap(({ by, families: replaced }) => Object.keys(replaced).map((name) => [name, by])),
    ),
    characters: merged(faces.flatMap(({ characters }) => characters)),
  };
}

/** Sorted ranges, with adjacent and overlapping ones merged. */
function merged(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}
