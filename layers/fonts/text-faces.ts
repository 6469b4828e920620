import { mergedRanges } from '#lib/engines/fonts/font-inventory.ts';
import type { CharacterRange } from '#lib/engines/fonts/sfnt/characters.ts';
import type { FontFace } from '#lib/engines/fonts/sfnt/face.ts';
import type { TextFace } from '#lib/engines/fonts/text-faces.ts';

/** A face and where it is. */
export interface LayerFace extends FontFace {
  /** Relative to `fonts.conf`. */
  file: string;
  index: number;
}

/** The generic family of text for which nobody chose a font. */
const family = 'sans-serif';

const [regularWeight, regularWidth] = [400, 100];

/**
 * The faces for text that the service draws itself, in the order of preference: the families of `sans-serif` in
 * `fonts.conf`, then the others as they are in the layer. A face is left out if one before it has all its characters.
 *
 * @param fontsConf the content of `fonts.conf`
 */
export function makeTextFaces(faces: readonly LayerFace[], fontsConf: string): TextFace[] {
  const chosen: TextFace[] = [];
  for (const { file, index, characters } of inPreference(faces.filter(isRegular), fontsConf)) {
    if (chosen.some((before) => includesAll(before.characters, characters))) continue;
    chosen.push({ file, index, characters: mergedRanges(characters) });
  }
  return chosen;
}

/** The families of `sans-serif` in `fonts.conf` first, then the others as they are in the layer. */
export function inPreference(faces: readonly LayerFace[], fontsConf: string): LayerFace[] {
  const families = preferredFamilies(fontsConf);
  const rank = ({ families: names }: LayerFace): number => {
    const ranks = names.map((name) => families.indexOf(name)).filter((place) => place >= 0);
    return Math.min(families.length, ...ranks);
  };
  return faces.toSorted((one, other) => rank(one) - rank(other));
}

const isRegular = ({ weight, width, isItalic, hasOutlines }: LayerFace): boolean =>
  weight[0] <= regularWeight &&
  regularWeight <= weight[1] &&
  width[0] <= regularWidth &&
  regularWidth <= width[1] &&
  !isItalic &&
  hasOutlines;

/** @throws Error when `fonts.conf` prefers no fonts for the family */
function preferredFamilies(fontsConf: string): string[] {
  const alias = new RegExp(`<alias>\\s*<family>${family}</family>\\s*<prefer>(.*?)</prefer>`, 's');
  const families = [...(alias.exec(fontsConf)?.[1] ?? '').matchAll(/<family>(.*?)<\/family>/g)];
  if (families.length === 0) throw new Error(`fonts.conf prefers no fonts for ${family}.`);
  return families.map(([, name = '']) => name);
}

/** Whether each of the sorted `ranges` is within one of `outer`, which are sorted and do not touch. */
function includesAll(outer: readonly CharacterRange[], ranges: readonly CharacterRange[]): boolean {
  let at = 0;
  return ranges.every(([first, last]) => {
    while ((outer[at]?.[1] ?? Infinity) < first) at += 1;
    const [start, end] = outer[at] ?? [Infinity, -Infinity];
    return start <= first && last <= end;
  });
}
