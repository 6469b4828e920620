import type { ImageFormat } from './image-format.ts';

/** The pixels of one image. Decoded they take four bytes each, twice. */
const imagePixels = 40_000_000;

/** The pixels of one JPEG of four inks, whose decoder takes three times as much. */
const inkPixels = 15_000_000;

/** The work for all images of a synchronous request, in pixels that are decoded. */
const requestPixels = 250_000_000;

/** Encoding a pixel, and looking at the result, takes as long as decoding this many. */
const encodingCost = 6;

/** Decoding a pixel of JPEG 2000 takes as long as decoding this many others. */
const jpxCost = 10;

/** Four inks instead of colours: decoded by a script, and encoded as two pictures. */
const [inkDecodingCost, inkEncodingCost] = [3, 9];

export interface PixelSize {
  width: number;
  height: number;
}

export type PixelSource = PixelSize & Pick<ImageFormat, 'codec' | 'components'>;

/**
 * Limits the work on the images of a request. Pixels are counted in place of time, so that equal requests have equal
 * results.
 */
export class PixelAccount {
  #left: number;

  /** @param scale how much more the request may take */
  constructor(scale: number) {
    this.#left = requestPixels * scale;
  }

  /** Takes what an image costs. Returns false, and takes nothing, if that is too much. */
  take(source: PixelSource, target: PixelSize): boolean {
    const decoded = source.width * source.height;
    const cost = decoded * decodingCostOf(source) + encodingCostOf(source) * target.width * target.height;
    const most = isInkJpeg(source) ? inkPixels : imagePixels;
    if (decoded > most || cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}

const isInkJpeg = ({ codec, components }: PixelSource): boolean => codec === 'jpeg' && components === 4;

function decodingCostOf(source: PixelSource): number {
  if (source.codec === 'jpx') return jpxCost;
  return isInkJpeg(source) ? inkDecodingCost : 1;
}

const encodingCostOf = ({ components }: PixelSource): number =>
  components === 4 ? inkEncodingCost : encodingCost;
