import type { Glyph, GlyphCluster, GlyphRun } from '../../../fonts/shaping/shaped-line.ts';
import type { PDFRef } from '../../objects.ts';

/** Units of the fonts of PDFs in an em. */
export const unitsPerEm = 1000;

/** A length in units of a font, with two digits after the point: PDF/A allows a difference of one unit. */
export const inUnits = (ems: number): number => Math.round(ems * unitsPerEm * 100) / 100;

/** A glyph in a document. */
export interface FontGlyph {
  /** Of two bytes. */
  code: number;
  /** In the layer's font. */
  id: number;
  /** In units of the font. */
  width: number;
}

const lastCode = 0xffff;

/** Readers that know nothing of actual text find this where they should find nothing. */
const zeroWidthSpace = '\u200b';

/** A font of a document: the glyphs that its texts use, and what they stand for. */
export class DocumentFont {
  /** In the resources of forms. */
  readonly name: string;
  readonly ref: PDFRef;
  /** Any run with the font. */
  readonly run: GlyphRun;
  readonly #glyphs = new Map<number, FontGlyph>();
  /** The blank glyph by what it stands for: it has a code for each. */
  readonly #blanks = new Map<string, FontGlyph>();
  /** What codes stand for wherever they are. */
  readonly #texts = new Map<number, string>();
  /** What codes stand for that occur in groups only. */
  readonly #shares = new Map<number, string>();

  constructor(run: GlyphRun, name: string, ref: PDFRef) {
    this.run = run;
    this.name = name;
    this.ref = ref;
  }

  /** Adds a glyph. Fonts that are keyed by character ids are encoded by them, others by glyph ids. */
  use({ id, text, width }: Pick<Glyph, 'id' | 'text' | 'width'>): FontGlyph {
    if (id === this.run.font.blankGlyph) return this.#useBlank(id, text);
    let glyph = this.#glyphs.get(id);
    if (!glyph) {
      glyph = { code: this.run.font.characterIds?.[id] ?? id, id, width: inUnits(width) };
      this.#glyphs.set(id, glyph);
    }
    return glyph;
  }

  /** Maps the glyphs of a cluster to its text. Returns whether a reader finds the text by them alone. */
  map({ text, glyphs }: GlyphCluster): boolean {
    const [first] = glyphs;
    if (first && glyphs.length === 1) {
      const { code } = this.use(first);
      if (!this.#texts.has(code)) this.#texts.set(code, text);
      return this.#texts.get(code) === text;
    }
    for (const glyph of glyphs) {
      const { code } = this.use(glyph);
      if (!this.#shares.has(code)) this.#shares.set(code, glyph.text);
    }
    return false;
  }

  /** The glyphs in the order of their codes. */
  get glyphs(): FontGlyph[] {
    return [...this.#glyphs.values(), ...this.#blanks.values()].sort((one, other) => one.code - other.code);
  }

  /** What each code stands for, in their order. */
  get texts(): [code: number, text: string][] {
    return this.glyphs.map(({ code }) => {
      const text = this.#texts.get(code) ?? this.#shares.get(code) ?? '';
      return [code, text === '' ? zeroWidthSpace : text];
    });
  }

  /** The codes after those of the font's glyphs; the last one for all that are too many. */
  #useBlank(id: number, text: string): FontGlyph {
    let glyph = this.#blanks.get(text);
    if (!glyph) {
      const code = Math.min(this.run.font.glyphCount + this.#blanks.size, lastCode);
      glyph = { code, id, width: 0 };
      this.#blanks.set(text, glyph);
    }
    return glyph;
  }
}
