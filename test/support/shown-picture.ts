import { runPdfiumTask } from '#lib/conversions/pdf/run-pdfium-task.ts';
import { type PictureLayout, picturePdf } from '#lib/engines/pdf/pictures/picture-pdf.ts';
import { bytesOfChunks } from '#lib/engines/pdf/writer/bytes-of-chunks.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { decodedPicture } from './decoded-picture.ts';

/** A layout without margins. */
export const layoutFor = (paper: PictureLayout['paper']): PictureLayout => ({
  paper,
  margins: { top: 0, right: 0, bottom: 0, left: 0 },
});

/** A pixel of a page: red, green and blue. */
export type ShownPixel = (x: number, y: number) => readonly number[];

/**
 * What PDFium shows of the PDF of a picture, on a page with one point for each pixel.
 *
 * @param page from 0
 */
export async function shownPicture(
  file: Uint8Array,
  size: { width: number; height: number },
  page = 0,
): Promise<ShownPixel> {
  const content = bytesOfChunks(await picturePdf(file, layoutFor(size)));
  const input = { field: 'file', fileName: '', content };
  const task = { kind: 'draw', input, format: 'png', dpi: 72, fileName: 'page', isNumbered: false } as const;
  const drawn = await runPdfiumTask(task, undefined);
  const shown = drawn[page];
  if (!shown) throw new Error(`the PDF has no page ${page}`);
  const { at } = await decodedPicture(bytesOf(shown.content));
  return (x, y) => at(x, y).slice(0, 3);
}
