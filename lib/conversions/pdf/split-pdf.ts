import type { InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { SplitOptions } from '../../api/options/pdf.ts';

export interface SplitRequest extends SplitOptions {
  file: InputFile;
  password?: string | undefined;
}

/**
 * Splits the PDF of a request into one part for each range, in the given order.
 *
 * @throws AppError the errors of `readInputs` and `PdfRunner.run`
 */
export async function splitPdf(
  { file, password, ...options }: SplitRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>[]> {
  const [input] = await readInputs([file], [password], work.uploads);
  if (!input) throw new Error('readInputs did not return the document');
  return work.pdf.run({ ...options, kind: 'split', input }, work.deadline);
}
