import { dictOf } from '../../assembly/object-builders.ts';
import type { PageView } from '../../assembly/pages/page-view.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFNumber, PDFRawStream, type PDFRef } from '../../objects.ts';
import { type Drawable, inkOf } from './drawable.ts';
import { drawing, numbers } from './form-xobject.ts';
import { type Matrix, numerals } from './matrix.ts';

/** How many repetitions a page shows at most, about. More of tiny content would take viewers minutes. */
const maxTiles = 10_000;

/** Patterns that repeat a drawable over a page. */
export class Tilings {
  readonly #context: PDFContext;
  readonly #known = new Map<string, PDFRef>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /**
   * A tiling pattern (PDF 32000-1, 8.7.3) with one tile at `placement`. The distance between tiles is their shorter side;
   * it grows if there would be too many. Equal patterns are one object.
   *
   * @param placement from the drawable's space to user space
   */
  pattern(drawable: Drawable, placement: Matrix, view: PageView): PDFRef {
    const steps = stepsOf(drawable, placement, view);
    const key = `${drawable.ref.objectNumber} ${numerals([...placement, ...steps])}`;
    let ref = this.#known.get(key);
    if (!ref) this.#known.set(key, (ref = this.#register(drawable, placement, steps)));
    return ref;
  }

  #register(drawable: Drawable, placement: Matrix, [x, y]: readonly [number, number]): PDFRef {
    const { resources, draw } = drawing(this.#context, drawable.ref);
    const dict = dictOf(this.#context, {
      Type: values.Pattern,
      PatternType: PDFNumber.of(1),
      PaintType: PDFNumber.of(1),
      TilingType: PDFNumber.of(1),
      BBox: numbers(this.#context, inkOf(drawable)),
      XStep: PDFNumber.of(x),
      YStep: PDFNumber.of(y),
      Resources: resources,
      Matrix: numbers(this.#context, placement),
    });
    return this.#context.register(PDFRawStream.of(dict, Buffer.from(draw)));
  }
}

/** The distances between the origins of tiles, in the drawable's space. */
function stepsOf({ width, height }: Drawable, [a, b, c, d]: Matrix, { box }: PageView): [number, number] {
  const gap = Math.min(width, height);
  const [x, y] = [width + gap, height + gap];
  const tile = x * y * Math.abs(a * d - b * c);
  const tiles = ((box[2] - box[0]) * (box[3] - box[1])) / tile;
  const factor = Math.sqrt(Math.max(1, tiles / maxTiles));
  return [x * factor, y * factor];
}
