import { editingFields } from '../../api/contracts/edit-pdf.ts';
import type { EditOptions } from '../../api/options/pdf.ts';
import { AppError } from '../../base/app-error.ts';
import type { GivenFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { allFinishingFiles, finishingFilesAmong } from '../finishing/finishing-files.ts';
import { type DocumentForm, type DocumentRequest, readDocument } from './one-document.ts';
import type { PdfWork } from './read-inputs.ts';

export type EditRequest = DocumentRequest<EditOptions>;

/**
 * Edits the PDF of a request.
 *
 * @throws AppError the errors of `readDocument` and `PdfRunner.run`
 */
export async function editPdf(request: EditRequest, work: PdfWork): Promise<ProducedFile<Chunks>> {
  const { file: _, password: __, ...options } = request;
  const document = await readDocument(request, work);
  const [edited] = await work.pdf.run({ ...options, ...document, kind: 'edit' }, work);
  if (!edited) throw new Error('The edit produced no file');
  return edited;
}

/**
 * Checks that the form of an edit says what to change.
 *
 * @throws AppError `missing-field`
 */
export function checkEdit({ fields, files }: DocumentForm<EditOptions, GivenFile>): void {
  const given = new Map<string, unknown>(Object.entries(fields));
  if (
    allFinishingFiles(finishingFilesAmong<GivenFile>(files)).length > 0 ||
    editingFields.some((name) => given.get(name) !== undefined)
  )
    return;
  const others = editingFields.slice(1).join(', ');
  throw AppError.inField('missing-field', 'pages', `is required unless one of these is given: ${others}`);
}
