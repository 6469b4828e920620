import { InputFault } from '../../base/input-fault.ts';
import { limits } from '../../base/limits.ts';

/** The pixels that the pictures of one conversion may have together. */
export class PictureBudget {
  #left: number;

  constructor(pixels: number = limits.picturePixels) {
    this.#left = pixels;
  }

  /** @throws InputFault `damaged-document` for a picture without pixels, `file-too-large` when too few are left */
  take({ width, height }: { width: number; height: number }): void {
    if (width === 0 || height === 0) throw new InputFault('damaged-document', 'has no pixels');
    this.#left -= width * height;
    if (this.#left >= 0) return;
    const million = limits.picturePixels / 1_000_000;
    throw new InputFault(
      'file-too-large',
      `has ${width} by ${height} pixels; the limit for all images of a request is ${million} million`,
    );
  }
}
