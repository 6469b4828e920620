import type { LineAlignment } from '../../../../api/options/overlay-fit.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { Picture } from '../../../pictures/picture.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import type { Drawable, TextDrawing, TextStyle } from './drawable.ts';
import { linesForm } from './lines-form.ts';
import type { OverlayContent, PageContent, TextContent } from './overlay.ts';
import { pageForm } from './page-form.ts';
import { pictureForm } from './picture-form.ts';

/** What an empty line shows, to be as high as the others. */
const blank = ' ';

/** The forms of overlays, each made once however many pages show it. */
export class OverlayForms {
  readonly #document: BuiltDocument;
  readonly #texts: TextDrawing | undefined;
  readonly #pictures = new Map<Picture, Drawable>();
  /** By their text and its style. */
  readonly #lines = new Map<string, Drawable>();
  readonly #pages = new Map<PdfSource, Map<number, Drawable>>();

  /** @param texts needed for overlays with text */
  constructor(document: BuiltDocument, texts: TextDrawing | undefined) {
    this.#document = document;
    this.#texts = texts;
  }

  /** @param pageNumber of the page that shows the content, from 1 */
  of(content: OverlayContent, pageNumber: number): Drawable {
    switch (content.kind) {
      case 'text':
        return this.#textForm(content, pageNumber);
      case 'picture':
        return this.#pictureForm(content.picture);
      case 'page':
        return this.#pageForm(content, pageNumber);
    }
  }

  #textForm({ text, lines, values, fontSize, color }: TextContent, pageNumber: number): Drawable {
    const texts = this.#texts;
    if (!texts) throw new Error('Overlays with text need fonts');
    const known = new Map(
      Object.entries({ ...values, page: pageNumber, pages: this.#document.pages.length }),
    );
    // At once, because a value can have braces too.
    const shown = text.replace(/\{(\w+)\}/g, (braced, name: string) => String(known.get(name) ?? braced));
    const style = { fontSize, color };
    return lines?.separator && shown.includes(lines.separator)
      ? this.#linesForm(texts, shown.split(lines.separator), style, lines.align)
      : texts.form(shown, style);
  }

  #linesForm(texts: TextDrawing, lines: readonly string[], style: TextStyle, align: LineAlignment): Drawable {
    const key = JSON.stringify([lines, style, align]);
    const known = this.#lines.get(key);
    if (known) return known;
    const forms = lines.map((line) => texts.form(line || blank, style));
    const form = linesForm(this.#document.context, forms, align);
    this.#lines.set(key, form);
    return form;
  }

  #pictureForm(picture: Picture): Drawable {
    const form = this.#pictures.get(picture) ?? pictureForm(this.#document.context, picture);
    this.#pictures.set(picture, form);
    return form;
  }

  #pageForm({ source, index: given }: PageContent, pageNumber: number): Drawable {
    const index = given === 'same' ? Math.min(pageNumber, source.pages.length) - 1 : given;
    const ofSource = this.#pages.get(source) ?? new Map<number, Drawable>();
    const form = ofSource.get(index) ?? pageForm(this.#document.output, source, index);
    this.#pages.set(source, ofSource.set(index, form));
    return form;
  }
}
