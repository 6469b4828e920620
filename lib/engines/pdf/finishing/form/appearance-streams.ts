import { InputFault } from '../../../../base/input-fault.ts';
import { dictOf, type Entries } from '../../assembly/object-builders.ts';
import type { PDFRef } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { compressedStream } from '../overlays/compressed-stream.ts';
import { formEntries, numbers } from '../overlays/form-xobject.ts';
import type { WidgetStyle } from './widget-style.ts';

/** Bytes of all appearances of a document. Many widgets can show one long value. */
const maxBytes = 32 * 1024 * 1024;

/** The appearance streams (PDF 32000-1, 12.5.5) of a document. Equal ones are one object. */
export class AppearanceStreams {
  readonly #document: BuiltDocument;
  readonly #known = new Map<string, PDFRef>();
  #bytes = 0;

  constructor(document: BuiltDocument) {
    this.#document = document;
  }

  /** @throws InputFault `file-too-large` */
  register(content: string, style: WidgetStyle, resources: Entries): PDFRef {
    const { context, budget } = this.#document;
    budget.read(content.length);
    const { width, height, rotation } = style;
    const dict = dictOf(context, resources);
    const key = `${rotation} ${width} ${height} ${String(dict)}\n${content}`;
    let ref = this.#known.get(key);
    if (ref) return ref;
    this.#count(content.length);
    const entries: Entries = {
      ...formEntries,
      BBox: numbers(context, [0, 0, width, height]),
      Matrix: rotation === 0 ? undefined : numbers(context, matrixOf(style)),
      Resources: dict,
    };
    ref = context.register(compressedStream(context, Buffer.from(content, 'latin1'), entries));
    this.#known.set(key, ref);
    return ref;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= maxBytes) return;
    throw new InputFault('file-too-large', 'has form fields whose values take more than 32 MiB on its pages');
  }
}

/** From the space of an appearance, whose text is horizontal, to that of the page. */
function matrixOf({ rotation, width, height }: WidgetStyle): readonly number[] {
  switch (rotation) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 90:
      return [0, 1, -1, 0, height, 0];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, -1, 1, 0, 0, width];
  }
}
