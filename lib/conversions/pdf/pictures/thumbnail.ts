import type { ThumbnailOptions } from '../../../api/options/pictures.ts';
import { parsePageRanges } from '../../../base/page-ranges.ts';
import type { InputFile } from '../../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { readDocument } from '../one-document.ts';
import type { PdfDeadline, PdfRunner } from '../pdf-thread.ts';
import type { PdfWork } from '../read-inputs.ts';
import type { PdfInput } from '../task.ts';

export interface ThumbnailRequest extends ThumbnailOptions {
  file: InputFile;
  password?: string | undefined;
}

/**
 * Draws the first page of the PDF of a request.
 *
 * @throws AppError the errors of `readDocument` and `PdfRunner.run`
 */
export async function thumbnail(
  { file, password, ...options }: ThumbnailRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>> {
  const { input } = await readDocument({ file, password }, work);
  return drawFirstPage(input, options, work);
}

/** @throws AppError the errors of `PdfRunner.run` */
export async function drawFirstPage(
  input: PdfInput,
  options: ThumbnailOptions,
  { pdf, ...end }: PdfDeadline & { pdf: PdfRunner },
): Promise<ProducedFile<Chunks>> {
  const pages = parsePageRanges('1');
  const [picture] = await pdf.run({ ...options, kind: 'draw', input, pages, isNumbered: false }, end);
  if (!picture) throw new Error('There is no picture of the first page');
  return picture;
}
