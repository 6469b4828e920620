import type { ImagesOptions } from '../../../api/options/pictures.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { type DocumentRequest, readDocument } from '../one-document.ts';
import type { PdfWork } from '../read-inputs.ts';

export type ImagesRequest = DocumentRequest<ImagesOptions>;

/**
 * Draws the pages of a request.
 *
 * @throws AppError the errors of `readDocument` and `PdfRunner.run`
 */
export async function pdfImages(
  { file, password, ...options }: ImagesRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>[]> {
  const { input } = await readDocument({ file, password }, work);
  return work.pdf.run({ ...options, kind: 'draw', input, isNumbered: true }, work);
}
