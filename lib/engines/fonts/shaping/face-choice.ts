import { isCovered } from '../font-inventory.ts';
import type { TextFace } from '../text-faces.ts';

/**
 * Characters whose absence nobody sees: controls, spaces, joiners, selectors. Signs that enclose the digits after them, and
 * the line of Ogham between words, have glyphs.
 */
const invisible =
  /^(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u1680\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** The face of a cluster, and its characters without a glyph. */
export interface ChosenFace {
  /** Undefined if no face has a glyph for any visible character of the cluster. */
  face: TextFace | undefined;
  missing: readonly string[];
}

/** Chooses faces of a list in the order of preference. */
export class FaceChoice {
  readonly #faces: readonly TextFace[];

  constructor(faces: readonly TextFace[]) {
    this.#faces = faces;
  }

  /**
   * Chooses a face for a cluster of characters, which a reader takes for one.
   *
   * @param neighbour the face of the text before, for characters that any script uses and the first face lacks
   */
  choose(cluster: string, neighbour?: TextFace): ChosenFace {
    const visible = Array.from(cluster).filter((character) => !invisible.test(character));
    const [first] = this.#faces;
    if (visible.length === 0) return { face: neighbour ?? first, missing: [] };
    const candidates = neighbour ? [first ?? neighbour, neighbour, ...this.#faces] : this.#faces;
    const face =
      candidates.find((candidate) => hasAll(candidate, visible)) ??
      candidates.find((candidate) => isCovered(candidate, visible[0] ?? ''));
    return {
      face,
      missing: face && hasAll(face, visible) ? [] : visible.filter((each) => !face || !isCovered(face, each)),
    };
  }
}

/** Whether the face has the characters as they are, composed or decomposed: HarfBuzz does either as the font needs it. */
function hasAll(face: TextFace, characters: readonly string[]): boolean {
  if (characters.every((character) => isCovered(face, character))) return true;
  const text = characters.join('');
  return (['NFC', 'NFD'] as const).some((form) => {
    const normalized = text.normalize(form);
    return normalized !== text && Array.from(normalized).every((character) => isCovered(face, character));
  });
}
