import type { ReverseOptions } from '../../api/options/pdf.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';

export interface ReverseRequest extends ReverseOptions {
  file: InputFile;
  password?: string | undefined;
}

interface ParsedReverse {
  fields: ReverseOptions & { password?: string | undefined; webhookUrl?: unknown };
  files: { file: InputFile };
}

/** Returns the job of a request for a reversal. */
export function reverseJob({
  fields: { password, webhookUrl: _, ...options },
  files: { file },
}: ParsedReverse): ConversionJob {
  const passwords = password === undefined ? {} : { passwords: [password] };
  return { type: 'reverse-pdf', inputs: [file], fileName: options.fileName, options, ...passwords };
}

/**
 * Reverses the PDF of a request.
 *
 * @throws AppError the errors of `readInputs` and `PdfRunner.run`
 */
export async function reversePdf(
  { file, password, ...options }: ReverseRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>> {
  const [input] = await readInputs([file], [password], work.uploads);
  if (!input) throw new Error('readInputs did not return the document');
  const [reversed] = await work.pdf.run({ ...options, kind: 'reverse', input }, work);
  if (!reversed) throw new Error('The reversal produced no file');
  return reversed;
}
