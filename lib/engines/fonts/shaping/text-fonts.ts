import { dirname } from 'node:path';
import { readTextFaces, type TextFace } from '../text-faces.ts';
import { FaceChoice } from './face-choice.ts';
import { compileHarfBuzz, type HarfBuzz } from './harfbuzz/programs.ts';
import { subsetFont } from './harfbuzz/subsetter.ts';
import { LineShaper } from './line-shaper.ts';
import { readFontOf } from './open-font.ts';
import type { GlyphRun, ShapedLine } from './shaped-line.ts';

/** The memory after which the next line gets a new instance of HarfBuzz. The fonts of the layer take half of it. */
const mostHeapBytes = 64 * 1024 * 1024;

/** The fonts of the layer for text that the service draws itself. They are opened when a text needs them. */
export class TextFonts {
  readonly #folder: string;
  readonly #choice: FaceChoice;
  readonly #programs: HarfBuzz;
  #shaper: LineShaper | undefined;
  /** The last subset of each face: the parts of a split show the same text. */
  readonly #subsets = new Map<TextFace, { glyphs: string; font: Buffer }>();

  /**
   * @param folder of `fonts.conf`
   * @param faces in the order of preference
   */
  constructor(folder: string, faces: readonly TextFace[], programs: HarfBuzz) {
    this.#folder = folder;
    this.#choice = new FaceChoice(faces);
    this.#programs = programs;
  }

  /**
   * Shapes a line of text in any script. Takes time linear in its length. Controls and line breaks become spaces.
   *
   * @throws Error when a font cannot be read
   */
  shape(text: string): ShapedLine {
    if ((this.#shaper?.heapBytes ?? 0) > mostHeapBytes) this.#shaper = undefined;
    this.#shaper ??= new LineShaper(this.#programs.shaping, this.#folder, this.#choice);
    try {
      return this.#shaper.shape(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '));
    } catch (error) {
      // A program that failed is in an unknown state.
      this.#shaper = undefined;
      throw error;
    }
  }

  /**
   * Makes a font with some glyphs of the font of a run. They keep their ids, or, in a font that is keyed by them, their
   * character ids.
   *
   * @throws Error when the font cannot be read
   */
  subset({ face, font }: Pick<GlyphRun, 'face' | 'font'>, glyphs: Iterable<number>): Buffer {
    const ids = [...glyphs].sort((one, other) => one - other);
    const key = ids.join();
    const known = this.#subsets.get(face);
    if (known?.glyphs === key) return known.font;
    const keepsGlyphIds = font.characterIds === undefined;
    const bytes = readFontOf(this.#folder, face);
    const options = { glyphs: ids, keepsGlyphIds };
    const subset = subsetFont(this.#programs.subsetting, bytes, face.index, options);
    this.#subsets.set(face, { glyphs: key, font: subset });
    return subset;
  }
}

/** Opens the fonts of a layer: once in a process, and only for text. Takes tens of milliseconds. */
export const openTextFonts = (fontsConf: string): TextFonts =>
  new TextFonts(dirname(fontsConf), readTextFaces(fontsConf), compileHarfBuzz());
