import type { PDFContext, PDFRef } from '../../objects.ts';
import { compressedStream } from './compressed-stream.ts';

/** Content streams of pages. Equal ones are one object. */
export class SharedStreams {
  readonly #context: PDFContext;
  readonly #known = new Map<string, PDFRef>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** The stream with this content (ASCII). */
  of(content: string): PDFRef {
    let ref = this.#known.get(content);
    if (!ref) {
      ref = this.#context.register(compressedStream(this.#context, Buffer.from(content, 'latin1')));
      this.#known.set(content, ref);
    }
    return ref;
  }
}
