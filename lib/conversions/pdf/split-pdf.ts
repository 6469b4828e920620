import { optionsOf } from '../../api/fields/job-fields.ts';
import type { GivenFile, InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { SplitOptions } from '../../api/options/pdf.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';

export interface SplitRequest extends SplitOptions {
  file: InputFile;
  password?: string | undefined;
}

interface ParsedSplit<File = InputFile> {
  fields: SplitOptions & { password?: string | undefined };
  files: { file: File };
}

/** Returns the split that a request asks for. Its parts are named after the document unless the client names them. */
export function splitRequest({ fields, files: { file } }: ParsedSplit): SplitRequest {
  return { ...optionsOf(fields), file, fileName: fields.fileName || file.fileName || 'document.pdf' };
}

/** Returns the job of a request for a split. */
export function splitJob({ fields, files: { file } }: ParsedSplit<GivenFile>): ConversionJob {
  const { password, ...options } = optionsOf(fields);
  return {
    type: 'split-pdf',
    inputs: [file],
    fileName: options.fileName,
    options,
    ...(password === undefined ? {} : { passwords: [password] }),
  };
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
  return work.pdf.run({ ...options, kind: 'split', input }, work);
}
