import { dirname, join } from 'node:path';
import { isCovered } from '../../fonts/font-inventory.ts';
import type { ListedFace } from '../../fonts/listed-faces.ts';
import { charsets, familyKey, type FontRequest, sampleOf } from './font-request.ts';
import type { ChosenFace } from './system-fonts.ts';

/** The families of the layer that stand for those that nobody has. */
const generic = {
  sans: 'Liberation Sans',
  serif: 'Liberation Serif',
  monospaced: 'Liberation Mono',
} as const;

/** The families with the regional forms of Chinese, Japanese and Korean. */
const regional: Readonly<Record<number, string>> = {
  [charsets.japanese]: 'Noto Sans CJK JP',
  [charsets.korean]: 'Noto Sans CJK KR',
  [charsets.simplifiedChinese]: 'Noto Sans CJK SC',
  [charsets.traditionalChinese]: 'Noto Sans CJK TC',
};

/** Chooses faces of the fonts layer for fonts that are not embedded. */
export class FontChoice {
  readonly #faces: readonly ListedFace[];
  readonly #folder: string;
  readonly #families: ReadonlyMap<string, ListedFace[]>;
  /** Families of the layer by the keys of their names and of the names of those that they replace. */
  readonly #byKey = new Map<string, string>();

  /**
   * @param faces in the order of preference
   * @param substitutes the family of the layer for each font that it does not have
   * @param fontsConf the layer's `fonts.conf`
   */
  constructor(
    faces: readonly ListedFace[],
    substitutes: Readonly<Record<string, string>>,
    fontsConf: string,
  ) {
    this.#faces = faces;
    this.#folder = dirname(fontsConf);
    this.#families = byFamily(faces);
    for (const [name, family] of Object.entries(substitutes)) this.#byKey.set(familyKey(name), family);
    for (const family of this.#families.keys()) this.#byKey.set(familyKey(family), family);
  }

  /**
   * The face for a font: that of its name or its substitute, else one for its script, else one like it.
   *
   * @param characters that the font shows, if they are known; the face has as many as possible of those that PDFium
   *   cannot take from another face, which is the one for Helvetica
   * @returns undefined for a font of symbols that has no substitute: PDFium has such fonts, or asks for one of letters
   */
  faceFor(request: FontRequest, characters?: ReadonlySet<string>): ChosenFace | undefined {
    const named = this.#byKey.get(familyKey(request.name));
    if (named === undefined && request.charset === charsets.symbol) return undefined;
    const preferred = this.#preferred(request);
    const lacking = [...(characters ?? [])].filter((character) => !this.covers(generic.sans, character));
    const sample = sampleOf(request.charset);
    const wanted = lacking.length > 0 || sample === undefined ? lacking : [sample];
    const chosen = this.#bestOf([...preferred, ...this.#faces], wanted, request) ?? preferred[0];
    return (
      chosen && {
        family: chosen.families[0] ?? '',
        path: join(this.#folder, chosen.file),
        index: chosen.index,
      }
    );
  }

  /**
   * The face for a font that takes no characters from other faces: that of its name or its substitute, else one for its
   * script, else one like it, as long as it has all the characters; else the one with most of them.
   */
  completeFaceFor(request: FontRequest, characters: ReadonlySet<string>): ListedFace | undefined {
    const preferred = this.#preferred(request);
    return this.#bestOf([...preferred, ...this.#faces], [...characters], request) ?? preferred[0];
  }

  #preferred(request: FontRequest): ListedFace[] {
    const named = this.#byKey.get(familyKey(request.name));
    const like = request.isMonospaced ? generic.monospaced : request.hasSerifs ? generic.serif : generic.sans;
    return [named, regional[request.charset], like]
      .map((family) => (family === undefined ? undefined : this.#styled(family, request)))
      .filter((face) => face !== undefined);
  }

  /** Whether the layer has the family. */
  has(family: string): boolean {
    return this.#families.has(family);
  }

  /** Whether a face of the family has the character. */
  covers(family: string, character: string): boolean {
    return (this.#families.get(family) ?? []).some((face) => isCovered(face, character));
  }

  /** The first face with all characters, or else the first with most of them. */
  #bestOf(
    candidates: readonly ListedFace[],
    wanted: readonly string[],
    request: FontRequest,
  ): ListedFace | undefined {
    let [best, most] = [undefined as ListedFace | undefined, 0];
    for (const face of candidates) {
      const count = covered(face, wanted);
      if (count <= most) continue;
      [best, most] = [face, count];
      if (count === wanted.length) break;
    }
    const styled = best?.families[0] === undefined ? undefined : this.#styled(best.families[0], request);
    return styled && covered(styled, wanted) >= most ? styled : best;
  }

  /** The face of the family that is closest in weight, slant and width. */
  #styled(family: string, { isBold, isItalic }: FontRequest): ListedFace | undefined {
    const distance = ({ weight, width, isItalic: slanted }: ListedFace): number =>
      Number(slanted !== isItalic) * otherSlant + gap(weight, isBold ? 700 : 400) + gap(width, 100);
    return this.#families.get(family)?.toSorted((one, other) => distance(one) - distance(other))[0];
  }
}

/** The difference in weight that counts as much as the other slant. */
const otherSlant = 200;

const gap = ([least, most]: readonly [number, number], wanted: number): number =>
  Math.max(0, least - wanted, wanted - most);

const covered = (face: ListedFace, characters: readonly string[]): number =>
  characters.filter((character) => isCovered(face, character)).length;

function byFamily(faces: readonly ListedFace[]): Map<string, ListedFace[]> {
  const families = new Map<string, ListedFace[]>();
  for (const face of faces) {
    for (const family of face.families) {
      const others = families.get(family);
      if (others) others.push(face);
      else families.set(family, [face]);
    }
  }
  return families;
}
