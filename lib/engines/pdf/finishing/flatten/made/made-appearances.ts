import { InputFault } from '../../../../../base/input-fault.ts';
import { numberAt } from '../../../assembly/lookup.ts';
import { dictFrom, dictOf } from '../../../assembly/object-builders.ts';
import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, type PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { compressedStream } from '../../overlays/compressed-stream.ts';
import type { TextDrawing } from '../../overlays/drawable.ts';
import { formEntries, numbers } from '../../overlays/form-xobject.ts';
import { identity } from '../geometry.ts';
import type { Drawing } from '../painter.ts';
import { sketchFreeText } from './free-text.ts';
import { sketchFrame } from './frame.ts';
import { sketchCaret, sketchClip, sketchNote } from './icons.ts';
import { sketchLine } from './line.ts';
import { sketchCircle, sketchInk, sketchPolygon, sketchPolyLine, sketchSquare } from './shapes.ts';
import type { Sketch, Sketcher } from './sketch.ts';
import { sketchStamp } from './stamp.ts';
import {
  sketchHighlight,
  sketchRedact,
  sketchSquiggly,
  sketchStrikeOut,
  sketchUnderline,
} from './text-markup.ts';

const sketchers: ReadonlyMap<string, Sketcher> = new Map([
  ['Caret', sketchCaret],
  ['Circle', sketchCircle],
  ['FileAttachment', sketchClip],
  ['FreeText', sketchFreeText],
  ['Highlight', sketchHighlight],
  ['Ink', sketchInk],
  ['Line', sketchLine],
  ['PolyLine', sketchPolyLine],
  ['Polygon', sketchPolygon],
  ['Redact', sketchRedact],
  ['Square', sketchSquare],
  ['Squiggly', sketchSquiggly],
  ['Stamp', sketchStamp],
  ['StrikeOut', sketchStrikeOut],
  ['Text', sketchNote],
  ['Underline', sketchUnderline],
  ['Widget', sketchFrame],
]);

/** The operators of all made appearances together, in bytes. */
const maxContent = 64 * 1024 * 1024;

/** Appearances of annotations that have none, by the entries of their types (PDF 32000-1, 12.5.6). */
export class MadeAppearances {
  readonly #context: PDFContext;
  readonly #texts: TextDrawing | undefined;
  readonly #states = new Map<string, PDFRef>();
  #left = maxContent;

  constructor(context: PDFContext, texts: TextDrawing | undefined) {
    this.#context = context;
    this.#texts = texts;
  }

  /**
   * @returns null if the annotation shows nothing, undefined if it cannot be drawn
   * @throws InputFault `file-too-large`
   */
  of(annotation: PDFDict, subtype: string, rect: Box): Drawing | null | undefined {
    const sketch = sketchers.get(subtype)?.(annotation, rect, this.#texts);
    if (!sketch) return sketch;
    this.#left -= sketch.content.length;
    if (this.#left < 0)
      throw new InputFault('file-too-large', 'has too many annotations without an appearance');
    const opacity = Math.max(0, Math.min(numberAt(annotation, keys.CA) ?? 1, 1));
    const state = sketch.multiplies === true || opacity < 1 ? this.#state(sketch, opacity) : undefined;
    return { form: this.#form(sketch, state !== undefined), matrix: identity, state };
  }

  /** A form with the sketch; a transparency group (PDF 32000-1, 11.6.6) if a state applies to it as a whole. */
  #form({ content, ink, forms = {} }: Sketch, isGroup: boolean): PDFRef {
    const context = this.#context;
    const named = Object.entries(forms).map(([name, ref]) => [nameOf(name), ref] as const);
    const form = compressedStream(context, Buffer.from(content, 'latin1'), {
      ...formEntries,
      BBox: numbers(context, ink),
      Resources: dictOf(context, { XObject: named.length > 0 ? dictFrom(context, named) : undefined }),
      Group: isGroup ? dictOf(context, { Type: values.Group, S: values.Transparency }) : undefined,
    });
    return context.register(form);
  }

  /** A graphics state with this opacity, and the blend mode of a text marker. Equal ones are one object. */
  #state({ multiplies = false }: Sketch, opacity: number): PDFRef {
    const key = `${multiplies} ${opacity}`;
    let state = this.#states.get(key);
    if (!state) {
      const alpha = opacity < 1 ? PDFNumber.of(opacity) : undefined;
      state = this.#context.register(
        dictOf(this.#context, {
          Type: values.ExtGState,
          CA: alpha,
          ca: alpha,
          BM: multiplies ? values.Multiply : undefined,
        }),
      );
      this.#states.set(key, state);
    }
    return state;
  }
}
