import { damaged } from '../damaged.ts';
import { filteredRows } from '../filtered-rows.ts';
import { profileFor } from '../icc-profile.ts';
import type { Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { separatedRows } from '../separated-rows.ts';
import { containerOf } from './container.ts';

const samples = 4;

/**
 * Reads a WebP (RFC 9649). It is decoded and compressed again without loss.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` or `file-too-large`
 */
export async function readWebp(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  const { width, height, orientation, profile } = containerOf(file);
  budget.take({ width, height });
  const { decodeWebp } = await import('./decoder.ts');
  const decoded = await decodeWebp(file);
  if (decoded.width !== width || decoded.height !== height)
    throw damaged('has a WebP header with a wrong size');
  const rows = filteredRows(decoded.pixels, {
    rowBytes: width * samples,
    pixelBytes: samples,
    isPredictable: true,
  });
  return {
    width,
    height,
    orientation,
    colours: { model: 'rgb' },
    bitDepth: 8,
    ...(await separatedRows(rows, { width, samples, bitDepth: 8 })),
    profile: profileFor(3, profile),
  };
}
