import { type DescribedFace, type FontInventory, mergedRanges } from '#lib/engines/fonts/font-inventory.ts';
import { substitutesBeside } from './substitutes.ts';

/** The facts about the layer's fonts that the service needs for its warnings. */
export function makeInventory(faces: readonly DescribedFace[]): FontInventory {
  const families: Record<string, string[]> = {};
  for (const { families: names, postScriptName } of faces) {
    for (const family of names) (families[family] ??= []).push(postScriptName);
  }
  return {
    families,
    substitutes: Object.fromEntries(
      substitutesBeside(Object.keys(families)).flatMap(({ by, families: replaced }) =>
        Object.keys(replaced).map((name) => [name, by]),
      ),
    ),
    characters: mergedRanges(faces.flatMap(({ characters }) => characters)),
  };
}
