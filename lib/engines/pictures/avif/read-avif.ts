import { compressedPixels } from '../compressed-pixels.ts';
import { damaged } from '../damaged.ts';
import { profileFor } from '../icc-profile.ts';
import type { Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { isAvifSequence } from './brands.ts';
import { propertiesOf } from './properties.ts';

const samples = 4;

/**
 * Reads the main picture of an AVIF. It is decoded, with all its bits, and compressed again without loss.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off, or `file-too-large`
 */
export async function readAvif(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  const { width, height, orientation, bits, profile } = propertiesOf(file);
  budget.take({ width, height });
  const bitDepth = bits > 8 ? 16 : 8;
  const { decodeAvif } = await import('./decoder.ts');
  const decoded = await decodeAvif(file, bitDepth);
  if (decoded.width !== width || decoded.height !== height)
    throw damaged('has an AVIF header with a wrong size');
  return {
    ...{ width, height, orientation, bitDepth },
    colours: { model: 'rgb' },
    ...(await compressedPixels({
      width,
      height,
      samples,
      bitDepth,
      hasOpacity: true,
      rows: [decoded.pixels],
    })),
    profile: profileFor(3, profile),
    isAnimated: isAvifSequence(file),
  };
}
