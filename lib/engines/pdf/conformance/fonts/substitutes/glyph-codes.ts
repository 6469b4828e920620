import { type FontProgram, widthTolerance } from '../programs/font-program.ts';

/** Glyphs of a program for codes, each with the width that the document states for the code. */
export class GlyphCodes {
  readonly #program: FontProgram;
  /** The glyphs in use by the glyph whose outline they have. */
  readonly #used = new Map<number, { glyph: number; width: number }[]>();

  constructor(program: FontProgram) {
    this.#program = program;
  }

  /**
   * The glyph with an outline and a width: a copy if another code needs the glyph with another width, or if it is
   * `.notdef`, to which no text may refer (ISO 19005-2, 6.2.11.8).
   *
   * @param width undefined for that of the program
   */
  glyphFor(outline: number, width: number | undefined): number {
    const wanted = width ?? this.#program.width(outline);
    const used = this.#used.get(outline) ?? [];
    this.#used.set(outline, used);
    const known = used.find((one) => Math.abs(one.width - wanted) <= widthTolerance / 2);
    if (known) return known.glyph;
    const glyph = outline === 0 || used.length > 0 ? (this.#program.addCopy(outline) ?? outline) : outline;
    if (Math.abs(this.#program.width(glyph) - wanted) > widthTolerance / 2) this.#program.setWidth(glyph, wanted);
    used.push({ glyph, width: wanted });
    return glyph;
  }
}
