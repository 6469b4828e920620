import { AppError, type FieldError } from '../../base/app-error.ts';
import { withExtension, withoutExtension } from '../../base/file-name.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import { type PageRange, PageRangeError, pageIndices, resolvePageRange } from '../../base/page-ranges.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import { defaultPdfLimits } from '../../engines/pdf/work-budget.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { withDocuments } from './open-documents.ts';
import type { MergeTask, PdfInput } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/**
 * Merges PDFs in their order.
 *
 * @throws AppError `invalid-range` when a range is not in its file, `file-too-large` when the result would have too many
 *   pages, and the errors of `withDocuments`
 */
export function merge(task: MergeTask): ProducedFile<Chunks> {
  const { inputs, pages, outline, metadata, fileName, processorMilliseconds } = task;
  const limits = { field: 'files', processorMilliseconds };
  const { sources, merged } = withDocuments(inputs, limits, (current) => ({
    sources: current,
    merged: assemble(selectPages(current, pages), {
      outline,
      titles: inputs.map(titleOf),
      metadata,
      keepAttachments: true,
    }),
  }));
  const fields = inputs.map(({ field }) => field);
  return {
    fileName: withExtension(fileName || 'merged', '.pdf'),
    contentType: 'application/pdf',
    content: { chunks: merged.chunks, size: merged.byteLength },
    pages: merged.pages,
    warnings: boundedWarnings([
      ...sources.flatMap((source, index) => damageWarnings(fields[index] ?? '', source)),
      ...assemblyWarnings(fields, merged.warnings),
    ]),
  };
}

/** The title of a file in the outline. */
const titleOf = ({ fileName, field }: PdfInput): string => withoutExtension(fileName, '.pdf') || field;

/** Returns the page indices of each source. One error names all invalid ranges. */
function selectPages(
  sources: readonly PdfSource[],
  ranges: MergeTask['pages'],
): { source: PdfSource; pages: number[] }[] {
  const errors: FieldError[] = [];
  let total = 0;
  const selected = sources.map((source, index) => {
    const spans = (ranges?.[index] ?? [allPages]).flatMap((range) => {
      try {
        return [resolvePageRange(range, source.pages.length)];
      } catch (error) {
        if (!(error instanceof PageRangeError)) throw error;
        errors.push({ field: `pages[${index}]`, message: error.message });
        return [];
      }
    });
    total += spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (total > defaultPdfLimits.pages) {
      const message = `must select at most ${defaultPdfLimits.pages} pages in total`;
      throw AppError.inField('file-too-large', 'pages', message);
    }
    return { source, pages: spans.flatMap(pageIndices) };
  });
  if (errors.length === 0) return selected;
  throw AppError.inFields('invalid-range', errors);
}

const allPages: PageRange = { kind: 'from', text: '1-', first: 1 };
