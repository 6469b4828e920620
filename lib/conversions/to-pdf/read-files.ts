import { extname } from 'node:path';
import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import type { Warning } from '../../api/responses/warning.ts';
import { AppError } from '../../base/app-error.ts';
import { inBatches } from '../../base/in-batches.ts';
import { limits } from '../../base/limits.ts';
import { pictureKindOf } from '../../engines/pictures/picture-kind.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import { bytesOf } from '../../files/produced-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { PdfDeadline, PdfRunner } from '../pdf/pdf-thread.ts';
import { pictureLayout } from '../pdf/picture-layout.ts';
import { readInputs } from '../pdf/read-inputs.ts';
import type { PdfInput } from '../pdf/task.ts';
import type { FileOrPart } from './convert-files.ts';

/** What reads converted files. */
export interface ReadingStores {
  /** Makes PDFs of pictures. */
  pictures: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'read'>;
}

/** A file as a PDF, with the name of that. */
export interface ReadFile {
  input: PdfInput;
  warnings: Warning[];
}

/** PDFs that are read at the same time. */
const parallelReads = 4;

/**
 * Reads files of a job as PDFs. Makes PDFs of the pictures among them.
 *
 * @throws AppError `file-too-large` when the PDFs are too large together, and the errors of `readInputs` and `PdfRunner.run`
 */
export async function readFiles(
  { passwords = [] }: ReadyJob,
  files: readonly FileOrPart[],
  { pictures }: Pick<ToPdfOptions, 'pictures'>,
  work: ReadingStores & PdfDeadline,
): Promise<ReadFile[]> {
  let bytes = files.reduce((sum, { file, converted }) => sum + (converted ?? file).size, 0);
  requireSize(bytes);
  const layout = pictureLayout(pictures);
  return inBatches(files, parallelReads, async ({ file, converted }, index): Promise<ReadFile> => {
    const { field, fileName } = file;
    const named = { field, fileName: pdfName(fileName) };
    if (converted) {
      const content = await work.files.read(converted);
      return { input: { ...named, content }, warnings: namedWarnings(field, converted.warnings) };
    }
    const [input] = await readInputs([file], [passwords[index]], work.uploads);
    if (!input) throw new Error('readInputs did not return the file');
    if (pictureKindOf(input.content) === undefined) return { input: { ...input, ...named }, warnings: [] };
    const [made] = await work.pictures.run({ kind: 'picture', input, layout, fileName }, work);
    if (!made) throw new Error('The picture became no PDF');
    requireSize((bytes += made.content.size - file.size));
    return { input: { ...named, content: bytesOf(made.content) }, warnings: made.warnings };
  });
}

const pdfName = (fileName: string): string =>
  fileName === '' ? '' : `${fileName.slice(0, fileName.length - extname(fileName).length)}.pdf`;

/** The warnings about a file, which say what file they are about. */
const namedWarnings = (field: string, warnings: readonly Warning[]): Warning[] =>
  warnings.map((warning) => ({ ...warning, message: `${field}: ${warning.message}` }));

/** Memory and the size of a PDF bound what one result can be made of. */
function requireSize(bytes: number): void {
  if (bytes <= limits.totalInput) return;
  const message = `total ${bytes} bytes after conversion; the limit is ${limits.totalInput}`;
  throw AppError.inField('file-too-large', 'files', message);
}
