import { InputFault } from '../../base/input-fault.ts';
import { readJpeg } from './jpeg/read-jpeg.ts';
import { isJpeg } from './jpeg/segments.ts';
import type { Picture } from './picture.ts';
import type { PictureBudget } from './picture-budget.ts';
import { isPng } from './png/chunks.ts';
import { readPng } from './png/read-png.ts';
import { isWebp } from './webp/container.ts';
import { readWebp } from './webp/read-webp.ts';

/** Whether a file is of a kind of picture that is read here. */
export const isPicture = (file: Uint8Array): boolean => isJpeg(file) || isPng(file) || isWebp(file);

/**
 * Reads a picture. The kind is recognized by the content.
 *
 * @throws InputFault `invalid-file-type`, `damaged-document` or `file-too-large`
 */
export async function readPicture(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  if (isJpeg(file)) return readJpeg(file, budget);
  if (isPng(file)) return readPng(file, budget);
  if (isWebp(file)) return readWebp(file, budget);
  throw new InputFault('invalid-file-type', 'is not a PNG, JPEG or WebP image');
}
