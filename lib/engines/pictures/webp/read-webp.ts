import { InputFault } from '../../../base/input-fault.ts';
import { compressedPixels } from '../compressed-pixels.ts';
import { damaged } from '../damaged.ts';
import { profileFor } from '../icc-profile.ts';
import type { Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import type { AnimationFrame } from './animation-frame.ts';
import { containerOf } from './container.ts';

const samples = 4;

/**
 * Reads a WebP (RFC 9649). It is decoded and compressed again without loss.
 *
 * @param animations what becomes of an animation
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` for an animation that is
 *   rejected; `file-too-large`
 */
export async function readWebp(
  file: Uint8Array,
  budget: PictureBudget,
  animations: 'reject' | 'first' = 'reject',
): Promise<Picture> {
  const { width, height, exif, profile, frame } = containerOf(file);
  if (frame && animations === 'reject') throw new InputFault('invalid-file-type', 'is an animated WebP');
  budget.take({ width, height });
  const pixels = frame
    ? onCanvas(await decoded(frame.file, frame), frame, { width, height })
    : await decoded(file, { width, height });
  return {
    width,
    height,
    ...exif,
    colours: { model: 'rgb' },
    bitDepth: 8,
    ...(await compressedPixels({ width, height, samples, bitDepth: 8, hasOpacity: true, rows: [pixels] })),
    profile: profileFor(3, profile),
    isAnimated: frame !== undefined,
  };
}

async function decoded(file: Uint8Array, size: { width: number; height: number }): Promise<Uint8Array> {
  const { decodeWebp } = await import('./decoder.ts');
  const { pixels, width, height } = await decodeWebp(file);
  if (width !== size.width || height !== size.height) throw damaged('has a WebP header with a wrong size');
  return pixels;
}

/** The pixels of a frame on a transparent canvas. */
function onCanvas(
  pixels: Uint8Array,
  frame: AnimationFrame,
  canvas: { width: number; height: number },
): Uint8Array {
  const { left, top, width, height } = frame;
  if (width === canvas.width && height === canvas.height) return pixels;
  if (left + width > canvas.width || top + height > canvas.height) {
    throw damaged('is a WebP with a frame outside of its canvas');
  }
  const all = new Uint8Array(canvas.width * canvas.height * samples);
  for (let row = 0; row < height; row += 1) {
    const from = row * width * samples;
    all.set(pixels.subarray(from, from + width * samples), ((top + row) * canvas.width + left) * samples);
  }
  return all;
}
