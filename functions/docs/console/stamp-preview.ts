import { element } from './element.ts';
import { type Content, drawStamp, fileContent, isWatermark, textContent } from './stamp-drawing.ts';
import { fileIn, type RequestFiles, type Values } from './task-form.ts';
import type { TaskPreview } from './task-previews.ts';

/** The width of pages in the preview, in pixels. */
const pageWidth = 480;

interface Page {
  canvas: HTMLCanvasElement;
  /** In points, as displayed. */
  width: number;
  height: number;
}

const isPdf = (file: File): boolean => /\.pdf$/i.test(file.name);

/** The first page of a PDF with a stamp where it will be. Text has a font of the browser. */
export class StampPreview implements TaskPreview {
  readonly element = element('div', { class: 'stamp-preview', hidden: true });
  readonly #canvas = element('canvas', {
    class: 'sheet',
    role: 'img',
    'aria-label': 'The first page with the stamp',
  });
  readonly #pages = new WeakMap<File, Promise<Page>>();
  #version = 0;

  constructor() {
    const hint = element(
      'p',
      { class: 'hint' },
      'Preview of the first page. The font of the text may differ.',
    );
    this.element.append(this.#canvas, hint);
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
    if (isHere) void this.#show(document, drawn, values);
    else this.hide();
  }

  /** @param file drawn instead of text */
  async #show(document: File, file: File | undefined, values: Values): Promise<void> {
    this.#version += 1;
    const version = this.#version;
    try {
      const page = await this.#pageOf(document);
      const content = file ? await this.#contentOf(file) : textContent(values);
      // The form has changed meanwhile.
      if (version !== this.#version) return;
      this.#draw(page, content, values);
      this.element.hidden = false;
    } catch {
      // A file that the browser cannot draw has no preview.
      if (version === this.#version) this.element.hidden = true;
    }
  }

  #pageOf(file: File): Promise<Page> {
    let page = this.#pages.get(file);
    if (!page) {
      page = import('./pdf-pages.ts').then(async ({ firstPage }) =>
        firstPage(await file.arrayBuffer(), pageWidth),
      );
      this.#pages.set(file, page);
    }
    return page;
  }

  async #contentOf(file: File): Promise<Content> {
    if (isPdf(file)) return fileContent((await this.#pageOf(file)).canvas);
    const address = URL.createObjectURL(file);
    try {
      const image = element('img', { src: address });
      await image.decode();
      return fileContent(image);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  #draw({ canvas, width, height }: Page, content: Content, values: Values): void {
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
