import { withExtension } from '../../base/file-name.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { PreparedFinishing } from '../finishing/prepare-finishing.ts';
import { makeDocuments } from './make-documents.ts';
import { requirePageLimit } from './page-limit.ts';
import { producedPdf } from './produced-pdf.ts';
import { selectPages } from './select-pages.ts';
import type { EditTask } from './task.ts';

/**
 * Selects pages of a PDF and applies finishing options.
 *
 * @throws AppError `invalid-range` or `invalid-field` when an option names a page that is not in the document,
 *   `file-too-large` when the result would have too many pages, and the errors of `makeDocuments`
 */
export function edit(task: EditTask, prepared: PreparedFinishing): ProducedFile<Chunks> {
  const { input } = task;
  const fileName = withExtension(task.fileName || input.fileName || 'document', '.pdf');
  const { made, origins } = makeDocuments(task, prepared, input.field, ([source], finishingFor) => {
    if (!source) throw new Error('makeDocuments did not return the document');
    const pages = selectPages(source, task.pages, requirePageLimit);
    const finishing = finishingFor({ pageCount: pages.length, fileName });
    return assemble([{ source, pages }], { finishing, keepAttachments: true });
  });
  return producedPdf(fileName, made, origins);
}
