import { InputFault } from '../../base/input-fault.ts';
import type { Picture } from './picture.ts';
import type { PictureBudget } from './picture-budget.ts';
import { type PictureKind, pictureKindOf } from './picture-kind.ts';
import { readAvif } from './avif/read-avif.ts';
import { readBmp } from './bmp/read-bmp.ts';
import { readGif } from './gif/read-gif.ts';
import { readJpeg } from './jpeg/read-jpeg.ts';
import { readPng } from './png/read-png.ts';
import { readTiff } from './tiff/read-tiff.ts';
import { readWebp } from './webp/read-webp.ts';

type Reader = (file: Uint8Array, budget: PictureBudget) => Picture | Promise<Picture>;

/** The kinds of which a file has one picture, or an animation that stands for its first. */
const readers: Readonly<Record<Exclude<PictureKind, 'tiff'>, Reader>> = {
  png: readPng,
  jpeg: readJpeg,
  webp: (file, budget) => readWebp(file, budget, 'first'),
  gif: readGif,
  bmp: readBmp,
  avif: readAvif,
};

/**
 * Reads a file of pictures, one after another: the pages of a TIFF, the first picture of an animation. The kind is
 * recognized by the content.
 *
 * @throws InputFault `invalid-file-type`, `damaged-document` or `file-too-large`
 */
export async function* readPictures(file: Uint8Array, budget: PictureBudget): AsyncGenerator<Picture> {
  const kind = pictureKindOf(file);
  if (kind === undefined) {
    throw new InputFault('invalid-file-type', 'is not a PNG, JPEG, WebP, GIF, TIFF, BMP or AVIF image');
  }
  if (kind === 'tiff') yield* readTiff(file, budget);
  else yield await readers[kind](file, budget);
}
