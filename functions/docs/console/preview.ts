import type { ConversionClient } from '#lib/client/src/index.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { element } from './element.ts';
import { sizeText } from './measures.ts';

/** Bytes; what is larger is not fetched to be looked at. */
const maxSize = 30_000_000;

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * A file to look at. Pictures are shown by the browser, PDFs drawn by pdf.js: a document in a frame would share the
 * page's origin, and phones show none there.
 */
export class Preview {
  readonly element = element('div', { class: 'preview' });
  readonly #file: FileResponse;
  readonly #client: ConversionClient;
  readonly #ended = new AbortController();
  #loading: Promise<void> | undefined;

  constructor(file: FileResponse, client: ConversionClient) {
    this.#file = file;
    this.#client = client;
  }

  /** Fetches and shows it, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /** Gives back the memory. */
  close(): void {
    this.#ended.abort();
  }

  async #load(): Promise<void> {
    const { size, contentType } = this.#file;
    const isPicture = pictureTypes.includes(contentType);
    if (size > maxSize || !(isPicture || contentType === 'application/pdf')) {
      this.#say(`${sizeText(size)} are too much to be shown here.`);
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
        await showPages(bytes, this.element, signal);
      }
    } catch (error) {
      if (!signal.aborted) this.#say(`It cannot be shown here: ${(error as Error).message}`);
    }
  }

  async #showPicture(bytes: ArrayBuffer): Promise<void> {
    const { contentType, fileName, width, height } = this.#file;
    const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
    this.#ended.signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    const picture = element('img', { src: address, alt: `Preview of ${fileName}`, width, height });
    await picture.decode();
    this.element.replaceChildren(picture);
  }

  #say(text: string): void {
    this.element.replaceChildren(element('p', { class: 'hint' }, text));
  }
}
