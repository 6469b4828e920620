import type { ConversionClient } from '#lib/client/src/index.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { element } from './element.ts';
import { sizeText } from './measures.ts';
import { noPreview } from './no-preview.ts';

/** Maximum size of a file with a preview, in bytes. */
const maxSize = 30_000_000;

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * The preview of a file. The browser shows images, and pdf.js draws PDFs: a document in a frame would share the page's
 * origin, and phones do not show PDFs in frames.
 */
export class Preview {
  readonly element = element('div', { class: 'preview' });
  readonly #file: FileResponse;
  readonly #client: ConversionClient;
  readonly #password: string;
  readonly #ended = new AbortController();
  #loading: Promise<void> | undefined;

  /** @param password of the document that was converted: the result can have the same */
  constructor(file: FileResponse, client: ConversionClient, password: string) {
    this.#file = file;
    this.#client = client;
    this.#password = password;
  }

  /** Fetches and shows the file, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /** Releases the memory. */
  close(): void {
    this.#ended.abort();
  }

  async #load(): Promise<void> {
    const { size, contentType } = this.#file;
    const isPicture = pictureTypes.includes(contentType);
    if (!isPicture && contentType !== 'application/pdf') {
      this.#say('No preview is available for this file type.');
      return;
    }
    if (size > maxSize) {
      this.#say(`The file is too large to preview (${sizeText(size)}).`);
      return;
    }
    this.#say('Loading …');
    const { signal } = this.#ended;
    try {
      const response = await this.#client.download(this.#file, { signal });
      const bytes = await response.arrayBuffer();
      if (isPicture) await this.#showPicture(bytes);
      else {
        const { showPages } = await import('./pdf-pages.ts');
        await showPages(bytes, this.element, { signal, password: this.#password });
      }
    } catch (error) {
      if (!signal.aborted) this.#say(noPreview(error as Error));
    }
  }

  async #showPicture(bytes: ArrayBuffer): Promise<void> {
    const { contentType, fileName, width, height } = this.#file;
    const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
    this.#ended.signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    const image = element('img', { src: address, alt: `Preview of ${fileName}`, width, height });
    await image.decode();
    this.element.replaceChildren(image);
  }

  #say(text: string): void {
    this.element.replaceChildren(element('p', { class: 'hint' }, text));
  }
}
