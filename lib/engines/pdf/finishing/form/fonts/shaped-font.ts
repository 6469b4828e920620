import type { Entries } from '../../../assembly/object-builders.ts';
import { dictFrom } from '../../../assembly/object-builders.ts';
import type { PDFContext, PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import type { TextDrawing } from '../../overlays/drawable.ts';
import { numerals } from '../../overlays/matrix.ts';
import type { FieldFont, FieldTextStyle, PlacedLine } from './field-font.ts';

/** The characters that decide the metrics of a text. */
const sampleLength = 100;

/** The fonts of the service, for text that the font of a field does not have. */
export class ShapedFont implements FieldFont {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly #context: PDFContext;
  readonly #drawing: TextDrawing;
  readonly #fonts = new Map<string, PDFRef>();

  /** @param text that the font is for */
  constructor(context: PDFContext, drawing: TextDrawing, text: string) {
    this.#context = context;
    this.#drawing = drawing;
    const { ascent, descent, capHeight } = drawing.measure(text.slice(0, sampleLength));
    [this.ascent, this.descent, this.capHeight] = [ascent, descent, capHeight];
  }

  /** A missing glyph is a box, and a warning. */
  lacks(): boolean {
    return false;
  }

  width(text: string): number {
    return this.#drawing.measure(text).width;
  }

  show(lines: readonly PlacedLine[], { size, colour }: FieldTextStyle): string {
    return lines
      .filter(({ text }) => text !== '')
      .map(({ text, x, y }) => {
        const { operators, fonts } = this.#drawing.line(text, { fontSize: size, color: colour.hex });
        for (const [name, ref] of fonts) this.#fonts.set(name, ref);
        return `q\n${numerals([1, 0, 0, 1, x, y])} cm\n${operators}\nQ`;
      })
      .join('\n');
  }

  resources(): Entries {
    const fonts = [...this.#fonts].map(([name, ref]) => [nameOf(name), ref] as const);
    return fonts.length === 0 ? {} : { Font: dictFrom(this.#context, fonts) };
  }
}
