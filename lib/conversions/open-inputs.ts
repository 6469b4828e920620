import type { PDFDocument } from 'pdf-lib';
import { AppError, combineFaults, type FieldFault } from '../app-error.ts';
import { contentOf, type InputFile, type UploadReader } from '../files/input-file.ts';
import type { Warning } from '../files/produced-file.ts';
import { missingPages, openPdf } from '../pdf/document.ts';

/** PDFs that were opened, and what their owner should know of them. */
export interface OpenInputs {
  documents: PDFDocument[];
  warnings: Warning[];
}

/**
 * Reads and opens PDFs in order. All that cannot be opened are named in one error.
 *
 * @throws AppError naming each field whose file is no PDF, damaged or encrypted, or was replaced meanwhile
 */
export async function openInputs(files: readonly InputFile[], uploads: UploadReader): Promise<OpenInputs> {
  const contents = await Promise.all(
    files.map((file) => faultOr(file.field, () => contentOf(file, uploads))),
  );
  const documents: PDFDocument[] = [];
  const warnings: Warning[] = [];
  const faults: FieldFault[] = [];
  for (const [index, { field }] of files.entries()) {
    const content = contents[index];
    const opened =
      content instanceof Uint8Array ? await faultOr(field, () => openPdf(content)) : (content as FieldFault);
    if ('code' in opened) {
      faults.push(opened);
      continue;
    }
    documents.push(opened);
    const missing = missingPages(opened);
    if (missing > 0) {
      const what =
        missing === 1 ? 'a page could not be read and is' : `${missing} pages could not be read and are`;
      warnings.push({ code: 'damaged', message: `${field}: ${what} left out` });
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
  return { documents, warnings };
}

async function faultOr<T>(field: string, work: () => Promise<T>): Promise<T | FieldFault> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, field, message: error.message };
  }
}
