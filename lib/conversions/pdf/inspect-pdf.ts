import type { Inspection } from '../../api/responses/inspection.ts';
import type { InputFile } from '../../files/input-file.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';

export interface InspectRequest {
  file: InputFile;
  password?: string | undefined;
}

/**
 * Reports what the PDF of a request contains.
 *
 * @throws AppError the errors of `readInputs` and `PdfRunner.run`
 */
export async function inspectPdf({ file, password }: InspectRequest, work: PdfWork): Promise<Inspection> {
  const [input] = await readInputs([file], [password], work.uploads);
  if (!input) throw new Error('readInputs did not return the document');
  return work.pdf.run({ kind: 'inspect', input }, work);
}
