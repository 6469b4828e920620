import { type FinishingOptions, finishingOptions } from '../../api/options/finishing.ts';
import { timed } from '../../base/observability/span.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { readDocument } from '../pdf/one-document.ts';
import type { PdfWork } from '../pdf/read-inputs.ts';
import { checkFinishingFiles } from './check-files.ts';
import { allFinishingFiles, type FinishingFiles } from './finishing-files.ts';

/** The finishing options of a request, and their files. */
export interface FinishingRequest<File = InputFile> {
  options: FinishingOptions;
  files: FinishingFiles<File>;
}

/** Returns the finishing options among all options of a conversion. */
export const finishingAmong = (options: object): FinishingOptions => finishingOptions.parse(options);

/** Whether there is anything to do. */
export const isFinishing = ({ options, files }: FinishingRequest<unknown>): boolean =>
  allFinishingFiles(files).length > 0 ||
  Object.values(options).some((value) => value !== undefined && value !== false);

/**
 * Applies finishing options to a PDF that another engine made.
 *
 * @param field names the PDF in warnings
 * @throws AppError `invalid-range` or `invalid-field` when an option names a page that the PDF does not have, and the errors
 *   of `checkFinishingFiles`, `readInputs` and `PdfRunner.run`
 */
export function applyFinishing(
  pdf: { field: string; fileName: string; bytes: Buffer },
  { options, files }: FinishingRequest,
  work: PdfWork,
): Promise<ProducedFile<Chunks>> {
  checkFinishingFiles(files, options);
  const { field, fileName, bytes } = pdf;
  const file: InputFile = { field, fileName, size: bytes.length, source: { kind: 'inline', bytes } };
  return timed('finish-pdf', async () => {
    const document = await readDocument({ file, ...files }, work);
    const [finished] = await work.pdf.run({ ...options, ...document, kind: 'edit', fileName }, work);
    if (!finished) throw new Error('The edit produced no file');
    return finished;
  });
}
