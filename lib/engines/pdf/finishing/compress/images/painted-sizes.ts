import type { PDFRef } from '../../../objects.ts';
import type { Matrix } from '../../overlays/matrix.ts';

/** A size in points. */
export interface PaintedSize {
  width: number;
  height: number;
}

/** The largest size at which each image is painted, by the number of the image. */
export class PaintedSizes {
  readonly #sizes = new Map<number, PaintedSize>();

  /** Adds a place: the unit square of an image is transformed by `matrix` (PDF 32000-1, 8.9.4). */
  add({ objectNumber }: PDFRef, [a, b, c, d]: Matrix): void {
    const known = this.#sizes.get(objectNumber) ?? { width: 0, height: 0 };
    this.#sizes.set(objectNumber, {
      width: largest(known.width, Math.hypot(a, b)),
      height: largest(known.height, Math.hypot(c, d)),
    });
  }

  /** The largest size; undefined for an image that is not painted. */
  of(number: number): PaintedSize | undefined {
    return this.#sizes.get(number);
  }
}

/** What is not a number is as large as can be. */
const largest = (a: number, b: number): number => (a >= b ? a : Number.isNaN(b) ? Infinity : b);
