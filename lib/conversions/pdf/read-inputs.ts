import { combineFaults, type FieldFault } from '../../base/app-error.ts';
import { InputFault } from '../../base/input-fault.ts';
import { contentOf, type InputFile, type ObjectReader } from '../../files/input-file.ts';
import { timed } from '../../base/observability/span.ts';
import type { PdfDeadline, PdfRunner } from './pdf-thread.ts';
import type { PdfInput } from './task.ts';

/** Dependencies of PDF conversions. */
export interface PdfWork extends PdfDeadline {
  pdf: PdfRunner;
  uploads: ObjectReader;
}

/**
 * Reads the PDFs of a request.
 *
 * @param passwords of each file, or null
 * @throws AppError `invalid-field` when uploads were replaced meanwhile, naming each
 */
export async function readInputs(
  files: readonly InputFile[],
  passwords: readonly (string | null | undefined)[],
  uploads: ObjectReader,
): Promise<PdfInput[]> {
  const read = async (file: InputFile, index: number): Promise<PdfInput | FieldFault> => {
    const { field, fileName } = file;
    try {
      const content = await contentOf(file, uploads);
      return { field, fileName, content, password: passwords[index] ?? undefined };
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      return error.asFieldFault(field);
    }
  };
  const inputs = await timed('download', () => Promise.all(files.map(read)));
  const faults = inputs.filter((input) => 'code' in input);
  if (faults.length > 0) throw combineFaults(faults);
  return inputs.filter((input) => 'content' in input);
}
