import { dictOf } from '../../assembly/object-builders.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFNumber, type PDFRef } from '../../objects.ts';
import type { Drawable } from './drawable.ts';
import { drawing, registerForm } from './form-xobject.ts';

/** Makes drawables translucent as a whole: where they overlap themselves, nothing shows through. */
export class Opacity {
  readonly #context: PDFContext;
  readonly #groups = new Map<PDFRef, Drawable>();
  readonly #states = new Map<number, PDFRef>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** The drawable as a transparency group (PDF 32000-1, 11.4), to which a graphics state applies as a whole. */
  groupOf(drawable: Drawable): Drawable {
    let group = this.#groups.get(drawable.ref);
    if (!group) {
      const { resources, draw } = drawing(this.#context, drawable.ref);
      const attributes = dictOf(this.#context, { Type: values.Group, S: values.Transparency });
      group = registerForm(this.#context, drawable, { content: draw, resources, group: attributes });
      this.#groups.set(drawable.ref, group);
    }
    return group;
  }

  /** A graphics state with this opacity (PDF 32000-1, table 58). */
  state(opacity: number): PDFRef {
    let state = this.#states.get(opacity);
    if (!state) {
      const value = PDFNumber.of(opacity);
      state = this.#context.register(dictOf(this.#context, { Type: values.ExtGState, CA: value, ca: value }));
      this.#states.set(opacity, state);
    }
    return state;
  }
}
