import type { SplitOptions } from '../../api/options/pdf.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { type DocumentRequest, readDocument } from './one-document.ts';
import type { PdfWork } from './read-inputs.ts';

export type SplitRequest = DocumentRequest<SplitOptions>;

/**
 * Splits the PDF of a request.
 *
 * @throws AppError the errors of `readDocument` and `PdfRunner.run`
 */
export async function splitPdf(request: SplitRequest, work: PdfWork): Promise<ProducedFile<Chunks>[]> {
  const { file: _, password: __, ...options } = request;
  const document = await readDocument(request, work);
  return work.pdf.run({ ...options, ...document, kind: 'split' }, work);
}
