import { dictOf } from '../../assembly/object-builders.ts';
import { deflate } from '../../filters/deflate.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFRawStream, type PDFRef } from '../../objects.ts';
import { compressionLevel } from '../../writer/compression-level.ts';

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
      ref = this.#context.register(this.#stream(content));
      this.#known.set(content, ref);
    }
    return ref;
  }

  #stream(content: string): PDFRawStream {
    const bytes = Buffer.from(content, 'latin1');
    const deflated = deflate(bytes, compressionLevel);
    return deflated.length < bytes.length
      ? PDFRawStream.of(dictOf(this.#context, { Filter: values.FlateDecode }), deflated)
      : PDFRawStream.of(dictOf(this.#context, {}), bytes);
  }
}
