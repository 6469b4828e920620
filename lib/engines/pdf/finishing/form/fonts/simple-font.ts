import { dictFrom, type Entries } from '../../../assembly/object-builders.ts';
import type { PDFContext, PDFDict, PDFObject } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { toHex } from '../../../syntax/strings.ts';
import { numeral, numerals } from '../../overlays/matrix.ts';
import type { FieldFont, FieldTextStyle, PlacedLine } from './field-font.ts';
import { verticalMetrics } from './font-metrics.ts';
import { type SimpleGlyph, simpleGlyphs } from './simple-glyphs.ts';

/**
 * A simple font of a document (PDF 32000-1, 9.6) by its encoding and widths. It has the characters to which its encoding gives a
 * code with a width.
 */
export class SimpleFont implements FieldFont {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly #name: string;
  readonly #font: PDFObject;
  readonly #context: PDFContext;
  readonly #glyphs: ReadonlyMap<string, SimpleGlyph>;
  readonly #onMissing: (character: string) => void;

  private constructor(
    resource: FontResource,
    dict: PDFDict,
    glyphs: ReadonlyMap<string, SimpleGlyph>,
    onMissing: (character: string) => void,
  ) {
    this.#name = resource.name;
    this.#font = resource.font;
    this.#context = dict.context;
    this.#glyphs = glyphs;
    this.#onMissing = onMissing;
    const { ascent, descent, capHeight } = verticalMetrics(dict);
    [this.ascent, this.descent, this.capHeight] = [ascent, descent, capHeight];
  }

  /**
   * Undefined if the font cannot be used by its encoding alone: subsets may lack any glyph.
   *
   * @param onMissing called for characters that are shown and that the font does not have
   */
  static of(
    resource: FontResource,
    dict: PDFDict,
    onMissing: (character: string) => void,
  ): SimpleFont | undefined {
    const glyphs = simpleGlyphs(dict);
    return glyphs && new SimpleFont(resource, dict, glyphs, onMissing);
  }

  lacks(text: string): boolean {
    for (const character of text) if (!this.#glyphs.has(character)) return true;
    return false;
  }

  width(text: string): number {
    let width = 0;
    for (const character of text) width += this.#glyphs.get(character)?.width ?? 0;
    return width;
  }

  show(lines: readonly PlacedLine[], { size, colour }: FieldTextStyle): string {
    const shown = lines.map(
      ({ text, x, y }) => `${numerals([1, 0, 0, 1, x, y])} Tm\n<${toHex(this.#encode(text))}> Tj`,
    );
    return ['BT', `${String(nameOf(this.#name))} ${numeral(size)} Tf`, colour.operators, ...shown, 'ET'].join(
      '\n',
    );
  }

  resources(): Entries {
    return { Font: dictFrom(this.#context, [[nameOf(this.#name), this.#font]]) };
  }

  #encode(text: string): Uint8Array {
    const codes: number[] = [];
    for (const character of text) {
      const glyph = this.#glyphs.get(character);
      if (glyph) codes.push(glyph.code);
      else this.#onMissing(character);
    }
    return Uint8Array.from(codes);
  }
}

/** A font in a resource dictionary. */
export interface FontResource {
  /** The bytes of its name. */
  name: string;
  /** The font or a reference to it. */
  font: PDFObject;
}
