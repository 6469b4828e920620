import { AppError, type FieldError } from '../../base/app-error.ts';
import { withExtension, withoutExtension } from '../../base/file-name.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import type { Part } from '../../engines/pdf/assembly/pages/page-selection.ts';
import { allPages, pageIndices, pagesIn, resolvePageRanges } from '../../base/page-ranges.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { PreparedFinishing } from '../finishing/prepare-finishing.ts';
import { makeDocuments } from './make-documents.ts';
import { requirePageLimit } from './page-limit.ts';
import { producedPdf } from './produced-pdf.ts';
import type { MergeTask, PdfInput } from './task.ts';

/**
 * Merges PDFs in their order.
 *
 * @throws AppError `invalid-range` when a range is not in its file, `file-too-large` when the result would have too many
 *   pages, and the errors of `makeDocuments`
 */
export function merge(task: MergeTask, prepared: PreparedFinishing): ProducedFile<Chunks> {
  const { inputs, pages, outline } = task;
  const fileName = withExtension(task.fileName || 'merged', '.pdf');
  const { made, origins } = makeDocuments(task, prepared, 'files', (sources, finishingFor) => {
    const parts = selectPages(sources, pages);
    return assemble(parts, {
      outline,
      titles: inputs.map(titleOf),
      finishing: finishingFor({ pageCount: pagesOf(parts), fileName }),
      keepAttachments: true,
    });
  });
  return producedPdf(fileName, made, origins);
}

/** The title of a file in the outline. */
const titleOf = ({ fileName, field }: PdfInput): string => withoutExtension(fileName, '.pdf') || field;

const pagesOf = (parts: readonly Part[]): number => parts.reduce((sum, { pages }) => sum + pages.length, 0);

/** Returns the page indices of each source. One error names all invalid ranges. */
function selectPages(sources: readonly PdfSource[], ranges: MergeTask['pages']): Part[] {
  const faults: FieldError[] = [];
  let total = 0;
  const selected = sources.map((source, index) => {
    const { spans, errors } = resolvePageRanges(ranges?.[index] ?? [allPages], source.pages.length);
    faults.push(...errors.map(({ message }) => ({ field: `pages[${index}]`, message })));
    total += pagesIn(spans);
    requirePageLimit(total);
    return { source, pages: spans.flatMap(pageIndices) };
  });
  if (faults.length === 0) return selected;
  throw AppError.inFields('invalid-range', faults);
}
