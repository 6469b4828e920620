import { assemble, type AssembledDocument } from '#lib/engines/pdf/assembly/assemble.ts';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import type { Overlay } from '#lib/engines/pdf/finishing/overlays/overlay.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { plainPng } from './png.ts';

/** A red picture, twice as wide as high. */
export const redPicture: Picture = await readPicture(plainPng(40, 20, [255, 0, 0]), new PictureBudget());

/** A stamp on all of up to a thousand pages: by default the red picture in the center, half as wide as the page. */
export const stampOf = (changes: Partial<Overlay> = {}): Overlay => ({
  layer: 'stamp',
  pages: [{ first: 1, last: 1000 }],
  content: { kind: 'picture', picture: redPicture, scale: 0.5 },
  position: 'center',
  offset: [0, 0],
  rotation: 0,
  opacity: 1,
  tile: false,
  ...changes,
});

/** The whole document with overlays and other finishing options. */
export function stamped(
  pdf: Uint8Array,
  overlays: readonly Overlay[],
  finishing: Finishing = {},
): AssembledDocument & { bytes: Buffer } {
  const source = openPdf(pdf);
  const pages = source.pages.map((_, index) => index);
  const result = assemble([{ source, pages }], {
    finishing: { ...finishing, overlays },
    keepAttachments: true,
  });
  return { ...result, bytes: Buffer.concat(result.chunks) };
}
