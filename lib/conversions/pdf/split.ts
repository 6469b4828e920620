import { AppError } from '../../base/app-error.ts';
import { withExtension, withoutExtension } from '../../base/file-name.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import {
  type PageRange,
  type PageSpan,
  pageIndices,
  pagesIn,
  resolvePageRanges,
  spanText,
} from '../../base/page-ranges.ts';
import type { PreparedFinishing } from '../finishing/prepare-finishing.ts';
import { makeDocuments } from './make-documents.ts';
import { producedPdf } from './produced-pdf.ts';
import type { SplitTask } from './task.ts';

/**
 * Splits a PDF into one part for each range, in the given order. Checks all ranges against the number of pages before it
 * creates the first part.
 *
 * @throws AppError `invalid-range` when a range is not in the file, and the errors of `makeDocuments`
 */
export function split(task: SplitTask, prepared: PreparedFinishing): ProducedFile<Chunks>[] {
  const { input, ranges } = task;
  const baseName = task.fileName || input.fileName || 'document';
  const { made, origins } = makeDocuments(task, prepared, input.field, ([source], finishingFor) => {
    if (!source) throw new Error('makeDocuments did not return the document');
    const spans = resolveRanges(ranges, source.pages.length);
    const names = partNames(baseName, spans);
    return spans.map((span, index) => {
      const fileName = names[index] ?? '';
      const finishing = finishingFor({ pageCount: pagesIn([span]), fileName });
      const part = { source, pages: pageIndices(span) };
      return { fileName, document: assemble([part], { finishing, pruneWhole: true }) };
    });
  });
  return made.map(({ fileName, document }) => producedPdf(fileName, document, origins));
}

function resolveRanges(ranges: readonly PageRange[], pageCount: number): PageSpan[] {
  const { spans, errors } = resolvePageRanges(ranges, pageCount);
  if (errors.length === 0) return spans;
  throw AppError.inFields(
    'invalid-range',
    errors.map(({ message }) => ({ field: 'ranges', message })),
  );
}

/** `report_1-3.pdf`, `report_5.pdf`; a repeated name gets `-2`, `-3`. */
export function partNames(fileName: string, spans: readonly PageSpan[]): string[] {
  const base = withoutExtension(fileName, '.pdf');
  const names = new Set<string>();
  for (const span of spans) {
    // A single suffix, so that the range survives if a long base name is shortened.
    const nameOf = (count: number): string =>
      withExtension(base, `_${spanText(span)}${count > 1 ? `-${count}` : ''}.pdf`);
    let count = 1;
    while (names.has(nameOf(count))) count += 1;
    names.add(nameOf(count));
  }
  return [...names];
}
