import { element } from './element.ts';
import { noPreview } from './no-preview.ts';
import type { FirstPage } from './pdf-pages.ts';
import { withExtension } from './result-names.ts';
import { type Content, drawStamp, fileContent, isWatermark, textContent } from './stamp-drawing.ts';
import { isPdf } from './file-types.ts';
import type { Replacements } from './stamp-text.ts';
import { fileIn, type RequestFiles, type Values } from './task-form.ts';
import type { TaskPreview } from './task-previews.ts';

/** The width of pages in the preview, in pixels. */
const pageWidth = 480;

const hintText = 'Preview of the first page. The font of the text may differ.';

/** The first page of a PDF with a stamp where it will be. Text has a font of the browser. */
export class StampPreview implements TaskPreview {
  readonly element = element('div', { class: 'stamp-preview', hidden: true });
  readonly #canvas = element('canvas', {
    class: 'sheet',
    role: 'img',
    'aria-label': 'The first page with the stamp',
    hidden: true,
  });
  readonly #hint = element('p', { class: 'hint' }, hintText);
  readonly #pages = new WeakMap<File, { password: string; page: Promise<FirstPage> }>();
  #version = 0;

  constructor() {
    this.element.append(element('div', { class: 'preview' }, this.#canvas), this.#hint);
  }

  hide(): void {
    this.#version += 1;
    this.element.hidden = true;
  }

  /**
   * Draws the stamp, if the document and what is drawn on it are in this browser. Values that are not valid count as
   * absent.
   */
  show(files: RequestFiles, values: Values): void {
    const document = fileIn(files, 'file');
    const drawn = fileIn(files, 'overlays');
    const isHere = document instanceof File && (drawn === undefined || drawn instanceof File);
    if (!isHere) {
      this.hide();
      return;
    }
    // Before the page is drawn, so that what follows does not move.
    this.element.hidden = false;
    void this.#show(document, drawn, values);
  }

  /** @param file drawn instead of text */
  async #show(document: File, file: File | undefined, values: Values): Promise<void> {
    this.#version += 1;
    const version = this.#version;
    try {
      const page = await this.#pageOf(document, values['password'] ?? '');
      const content = file
        ? await this.#contentOf(file)
        : textContent(values, replacementsFor(document, page, values));
      // The form has changed meanwhile.
      if (version !== this.#version) return;
      this.#draw(page, content, values);
      this.#canvas.hidden = false;
      this.#hint.textContent = hintText;
    } catch (error) {
      if (version !== this.#version) return;
      this.#canvas.hidden = true;
      this.#hint.textContent = noPreview(error as Error);
    }
  }

  #pageOf(file: File, password: string): Promise<FirstPage> {
    const known = this.#pages.get(file);
    if (known?.password === password) return known.page;
    const page = import('./pdf-pages.ts').then(async ({ firstPage }) =>
      firstPage(await file.arrayBuffer(), pageWidth, password),
    );
    this.#pages.set(file, { password, page });
    return page;
  }

  async #contentOf(file: File): Promise<Content> {
    if (isPdf(file.name)) return fileContent((await this.#pageOf(file, '')).canvas);
    const address = URL.createObjectURL(file);
    try {
      const image = element('img', { src: address });
      await image.decode();
      return fileContent(image);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  #draw({ canvas, width, height }: FirstPage, content: Content, values: Values): void {
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    this.#canvas.width = canvas.width;
    this.#canvas.height = canvas.height;
    const stamp = (): void => drawStamp(context, content, values, { width, height });
    if (isWatermark(values)) {
      stamp();
      // Paper is white, and lets what lies beneath shine through.
      context.globalCompositeOperation = 'multiply';
      context.drawImage(canvas, 0, 0);
    } else {
      context.drawImage(canvas, 0, 0);
      stamp();
    }
  }
}

const replacementsFor = (document: File, { pages }: FirstPage, values: Values): Replacements => ({
  page: '1',
  pages: String(pages),
  date: new Date().toISOString().slice(0, 10),
  fileName: withExtension(values['fileName'] ?? document.name, 'pdf'),
});
