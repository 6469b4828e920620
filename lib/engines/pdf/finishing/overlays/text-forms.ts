import type { TextFace } from '../../../fonts/text-faces.ts';
import type { GlyphRun, ShapedLine } from '../../../fonts/shaping/shaped-line.ts';
import type { TextFonts } from '../../../fonts/shaping/text-fonts.ts';
import { dictFrom, dictOf } from '../../assembly/object-builders.ts';
import type { PDFContext, PDFDict, PDFRef } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import type { TextSetting } from '../finishing.ts';
import { compressedStream } from './compressed-stream.ts';
import { DocumentFont } from './document-font.ts';
import type { Drawable, TextDrawing, TextMeasures, TextStyle } from './drawable.ts';
import { embeddedFont } from './embedded-font.ts';
import { formEntries, numbers } from './form-xobject.ts';
import { lineContent } from './line-content.ts';

const rounded = (points: number): number => Math.round(points * 1000) / 1000;

/** Of a line that no font has a glyph for, in ems. */
const usualCapHeight = 0.7;

/**
 * Draws texts with fonts that are opened for the first of them.
 *
 * @param open called for each document with text
 */
export const textIn = (open: () => TextFonts, substitutes?: TextSetting['substitutes']): TextSetting => ({
  drawingIn: (context) => new TextForms(context, open),
  substitutes,
});

/** Lines of text in one document, which share their fonts. */
export class TextForms implements TextDrawing {
  readonly #context: PDFContext;
  readonly #open: () => TextFonts;
  #opened: TextFonts | undefined;
  readonly #forms = new Map<string, Drawable>();
  readonly #used = new Map<TextFace, DocumentFont>();
  readonly #missing = new Set<string>();

  /** @param open called for the first text */
  constructor(context: PDFContext, open: () => TextFonts) {
    this.#context = context;
    this.#open = open;
  }

  get #fonts(): TextFonts {
    return (this.#opened ??= this.#open());
  }

  /**
   * A form with one line of text. Equal texts share a form.
   *
   * @throws Error when a font of the layer cannot be read
   */
  form(text: string, style: TextStyle): Drawable {
    const key = `${style.fontSize} ${style.color} ${text}`;
    let form = this.#forms.get(key);
    if (!form) this.#forms.set(key, (form = this.#draw(text, style)));
    return form;
  }

  /** @throws Error when a font of the layer cannot be read */
  measure(text: string): TextMeasures {
    const { parts, width, ascent, descent } = this.#fonts.shape(text);
    const run = parts.find((part) => part.kind === 'glyphs');
    return { width, ascent, descent, capHeight: run?.font.capHeight ?? usualCapHeight };
  }

  /** @throws Error when a font of the layer cannot be read */
  line(text: string, style: TextStyle): { operators: string; fonts: ReadonlyMap<string, PDFRef> } {
    const { content, fonts } = this.#operators(this.#shape(text), style, 0);
    return { operators: content, fonts: new Map([...fonts].map(({ name, ref }) => [name, ref])) };
  }

  /**
   * Embeds the fonts of the texts, each as one subset. Call it once, at the end.
   *
   * @returns the characters for which no font has a glyph
   * @throws Error when a font of the layer cannot be read
   */
  embedFonts(): { missing: string } {
    for (const font of this.#used.values()) {
      const subset = this.#fonts.subset(font.run, new Set(font.glyphs.map(({ id }) => id)));
      this.#context.assign(font.ref, embeddedFont(this.#context, font, subset));
    }
    return { missing: [...this.#missing].join('') };
  }

  #draw(text: string, style: TextStyle): Drawable {
    const line = this.#shape(text);
    const { fontSize } = style;
    const [width, height] = [line.width * fontSize, (line.ascent + line.descent) * fontSize];
    const { content, fonts } = this.#operators(line, style, line.descent * fontSize);
    // A form is clipped to its box, and outlines may leave the line.
    const ink = [
      rounded(Math.min(0, line.ink.left * fontSize)),
      rounded(Math.min(0, (line.descent + line.ink.bottom) * fontSize)),
      rounded(Math.max(width, line.ink.right * fontSize)),
      rounded(Math.max(height, (line.descent + line.ink.top) * fontSize)),
    ] as const;
    const form = compressedStream(this.#context, Buffer.from(content, 'latin1'), {
      ...formEntries,
      BBox: numbers(this.#context, ink),
      Resources: this.#resources(fonts),
    });
    return { ref: this.#context.register(form), width, height, ink };
  }

  #shape(text: string): ShapedLine {
    const line = this.#fonts.shape(text);
    for (const character of line.missing) this.#missing.add(character);
    return line;
  }

  /** @param baseline its height above the origin, in points */
  #operators(
    line: ShapedLine,
    style: TextStyle,
    baseline: number,
  ): { content: string; fonts: ReadonlySet<DocumentFont> } {
    const fonts = new Set<DocumentFont>();
    const content = lineContent(line, style, baseline, (run) => {
      const font = this.#fontOf(run);
      fonts.add(font);
      return font;
    });
    return { content, fonts };
  }

  #fontOf(run: GlyphRun): DocumentFont {
    let font = this.#used.get(run.face);
    if (!font) {
      font = new DocumentFont(run, `F${this.#used.size}`, this.#context.nextRef());
      this.#used.set(run.face, font);
    }
    return font;
  }

  #resources(fonts: ReadonlySet<DocumentFont>): PDFDict {
    const entries = [...fonts].map(({ name, ref }): [ReturnType<typeof nameOf>, PDFRef] => [
      nameOf(name),
      ref,
    ]);
    return dictOf(this.#context, { Font: dictFrom(this.#context, entries) });
  }
}
