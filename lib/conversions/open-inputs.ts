import type { PDFDocument } from 'pdf-lib';
import { AppError, combineFaults, type FieldFault } from '../app-error.ts';
import { contentOf, type InputFile, type UploadReader } from '../files/input-file.ts';
import { openPdf } from '../pdf/document.ts';

/**
 * Reads and opens PDFs in order. All that cannot be opened are named in one error.
 *
 * @throws AppError naming each field whose file is no PDF, damaged or encrypted
 */
export async function openInputs(files: readonly InputFile[], uploads: UploadReader): Promise<PDFDocument[]> {
  const contents = await Promise.all(files.map((file) => contentOf(file, uploads)));
  const documents: PDFDocument[] = [];
  const faults: FieldFault[] = [];
  for (const [index, { field }] of files.entries()) {
    try {
      documents.push(await openPdf(contents[index] ?? new Uint8Array()));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push({ code: error.code, field, message: error.message });
    }
  }
  if (faults.length > 0) throw combineFaults(faults);
  return documents;
}
