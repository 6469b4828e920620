import { type FontProgram, widthTolerance } from './font-program.ts';

/** `.notdef` in fonts that have it in its place. */
const missingGlyph = 0;

/** Glyphs of a program for codes, each with the width that the document states for the code. */
export class GlyphCodes {
  readonly #program: FontProgram;
  readonly #missing: number;
  /** The glyphs in use by the glyph whose outline they have. */
  readonly #used = new Map<number, { glyph: number; width: number }[]>();
  /** Whether the program was changed. */
  isChanged = false;

  /** @param missing `.notdef` of the program */
  constructor(program: FontProgram, missing = missingGlyph) {
    this.#program = program;
    this.#missing = missing;
  }

  /**
   * The glyph with an outline and a width (ISO 19005-2, 6.2.11.5). It is a copy if another code needs the glyph with
   * another width, or if it is `.notdef`, to which no text may refer (6.2.11.8).
   *
   * @param width undefined for any
   */
  glyphFor(outline: number, width: number | undefined): number {
    const used = this.#used.get(outline) ?? [];
    this.#used.set(outline, used);
    const known = used.find(
      (one) => width === undefined || Math.abs(one.width - width) <= widthTolerance / 2,
    );
    if (known) return known.glyph;
    const needsCopy = outline === this.#missing || used.length > 0;
    const glyph = needsCopy ? (this.#program.addCopy(outline) ?? outline) : outline;
    const own = this.#program.width(glyph);
    const isOther = width !== undefined && Math.abs(own - width) > widthTolerance;
    if (isOther) this.#program.setWidth(glyph, width);
    this.isChanged ||= glyph !== outline || isOther;
    used.push({ glyph, width: width ?? own });
    return glyph;
  }
}
