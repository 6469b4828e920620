import { AppError } from '../../base/app-error.ts';
import { allPages, pageIndices, pagesIn, resolvePageRanges } from '../../base/page-ranges.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { finishingOf } from '../finishing/finishing-of.ts';
import { withDocuments } from './open-documents.ts';
import { requirePageLimit } from './page-limit.ts';
import { producedPdf } from './produced-pdf.ts';
import type { EditTask } from './task.ts';

/**
 * Selects pages of a PDF and applies finishing options.
 *
 * @throws AppError `invalid-range` or `invalid-field` when an option names a page that is not in the document,
 *   `file-too-large` when the result would have too many pages, and the errors of `withDocuments`
 */
export function edit(task: EditTask): ProducedFile<Chunks> {
  const { input, attachments, fileName, processorMilliseconds } = task;
  const limits = { field: input.field, processorMilliseconds };
  const { source, edited } = withDocuments([input], limits, ([current]) => {
    if (!current) throw new Error('withDocuments did not return the document');
    const pages = selectPages(current, task.pages);
    const finishing = finishingOf(task, attachments, pages.length);
    return {
      source: current,
      edited: assemble([{ source: current, pages }], { finishing, keepAttachments: true }),
    };
  });
  return producedPdf(fileName || input.fileName || 'document', edited, {
    inputs: [input],
    sources: [source],
  });
}

function selectPages(source: PdfSource, ranges: EditTask['pages']): number[] {
  const { spans, errors } = resolvePageRanges(ranges ?? [allPages], source.pages.length);
  if (errors.length > 0) {
    throw AppError.inFields(
      'invalid-range',
      errors.map(({ message }) => ({ field: 'pages', message })),
    );
  }
  requirePageLimit(pagesIn(spans));
  return spans.flatMap(pageIndices);
}
