import type { TextOptions } from '../../../api/options/text.ts';
import type { Chunks, ProducedFile } from '../../../files/produced-file.ts';
import { type DocumentRequest, readDocument } from '../one-document.ts';
import type { PdfWork } from '../read-inputs.ts';

export type TextRequest = DocumentRequest<TextOptions>;

/**
 * Reads the text of the PDF of a request.
 *
 * @throws AppError the errors of `readDocument` and `PdfRunner.run`
 */
export async function pdfText(
  { file, password, ...options }: TextRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>> {
  const { input } = await readDocument({ file, password }, work);
  const [text] = await work.pdf.run({ ...options, kind: 'text', input }, work);
  if (!text) throw new Error('Reading the text produced no file');
  return text;
}
