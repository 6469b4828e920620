import type { ImagesOptions } from '../../../api/options/pictures.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import type { DocumentRequest } from '../one-document.ts';
import { type PdfWork, readInputs } from '../read-inputs.ts';

export type ImagesRequest = DocumentRequest<ImagesOptions>;

/**
 * Draws the pages of a request.
 *
 * @throws AppError the errors of `readInputs` and `PdfRunner.run`
 */
export async function pdfImages(
  { file, password, ...options }: ImagesRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>[]> {
  const [input] = await readInputs([file], [password], work.uploads);
  if (!input) throw new Error('readInputs did not return the document');
  return work.pdf.run({ ...options, kind: 'draw', input, isNumbered: true }, work);
}
