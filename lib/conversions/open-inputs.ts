import { AppError, combineFaults, type FieldFault } from '../app-error.ts';
import { contentOf, type InputFile, type UploadReader } from '../files/input-file.ts';
import { limits } from '../limits.ts';
import { isPdf } from '../pdf/is-pdf.ts';
import { openPdf } from '../pdf/reader/open-pdf.ts';
import type { PdfSource } from '../pdf/reader/pdf-source.ts';
import { withRepair } from '../pdf/reader/with-repair.ts';
import { defaultPdfLimits, timeLimit, WorkBudget } from '../pdf/work-budget.ts';

/** A PDF of a request. */
export interface PdfInput {
  file: InputFile;
  password?: string | undefined;
}

/**
 * Reads and opens PDFs in order. All that cannot be opened are named in one error. Together they may take as much work
 * as one request is allowed.
 *
 * @throws AppError naming each field whose file is no PDF, damaged or encrypted, too much, or was replaced meanwhile
 */
export async function openInputs(inputs: readonly PdfInput[], uploads: UploadReader): Promise<PdfSource[]> {
  const contents = await Promise.all(
    inputs.map(({ file }) => faultOr(file.field, () => contentOf(file, uploads))),
  );
  const budget = new WorkBudget(defaultPdfLimits, timeLimit(limits.pdfMilliseconds));
  const opened = await Promise.all(
    contents.map((content, index) => {
      if (!(content instanceof Uint8Array)) return Promise.resolve(content);
      const { file, password } = inputs[index] as PdfInput;
      return faultOr(file.field, () => open(content, password, budget));
    }),
  );
  const faults = opened.filter((source): source is FieldFault => 'code' in source);
  if (faults.length > 0) throw combineFaults(faults);
  return opened as PdfSource[];
}

/** A PDF that has lost its beginning can be opened all the same; anything else then turns out to be none. */
function open(content: Uint8Array, password: string | undefined, budget: WorkBudget): PdfSource {
  try {
    return openPdf(content, { password, budget });
  } catch (error) {
    const isNone = error instanceof AppError && error.code === 'damaged-document' && !isPdf(content);
    throw isNone ? new AppError('invalid-file-type', 'is not a PDF', { cause: error }) : error;
  }
}

/**
 * Does `work` over the PDFs of `inputs`, see `withRepair`.
 *
 * @throws AppError naming the field at fault, or `field` where they are at fault together
 */
export function withInputs<T>(
  inputs: readonly PdfInput[],
  sources: readonly PdfSource[],
  field: string,
  work: (sources: readonly PdfSource[]) => T,
): T {
  const inField = (name: string, fault: AppError) =>
    AppError.inField(fault.code, name, fault.message, { cause: fault });
  try {
    return withRepair(sources, work, (index, fault) => inField(inputs[index]?.file.field ?? field, fault));
  } catch (error) {
    throw error instanceof AppError && error.errors.length === 0 ? inField(field, error) : error;
  }
}

async function faultOr<T>(field: string, work: () => T | Promise<T>): Promise<T | FieldFault> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, field, message: error.message };
  }
}
