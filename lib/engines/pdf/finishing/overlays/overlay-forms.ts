import type { BuiltDocument } from '../built-document.ts';
import type { Picture } from '../../../pictures/picture.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import type { Drawable, TextDrawing } from './drawable.ts';
import type { OverlayContent, PageContent, TextContent } from './overlay.ts';
import { pageForm } from './page-form.ts';
import { pictureForm } from './picture-form.ts';

/** The forms of overlays, each made once however many pages show it. */
export class OverlayForms {
  readonly #document: BuiltDocument;
  readonly #texts: TextDrawing | undefined;
  readonly #pictures = new Map<Picture, Drawable>();
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
        return this.#pageForm(content);
    }
  }

  #textForm({ text, values, fontSize, color }: TextContent, pageNumber: number): Drawable {
    if (!this.#texts) throw new Error('Overlays with text need fonts');
    const known = new Map(
      Object.entries({ ...values, page: pageNumber, pages: this.#document.pages.length }),
    );
    // At once, because a value can have braces too.
    const shown = text.replace(/\{(\w+)\}/g, (braced, name: string) => String(known.get(name) ?? braced));
    return this.#texts.form(shown, { fontSize, color });
  }

  #pictureForm(picture: Picture): Drawable {
    const form = this.#pictures.get(picture) ?? pictureForm(this.#document.context, picture);
    this.#pictures.set(picture, form);
    return form;
  }

  #pageForm({ source, index }: PageContent): Drawable {
    const ofSource = this.#pages.get(source) ?? new Map<number, Drawable>();
    const form = ofSource.get(index) ?? pageForm(this.#document.output, source, index);
    this.#pages.set(source, ofSource.set(index, form));
    return form;
  }
}
