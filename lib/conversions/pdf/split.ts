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
import { boundedWarnings } from '../../base/warnings.ts';
import { finishingOf } from '../finishing/finishing-of.ts';
import { withDocuments } from './open-documents.ts';
import type { SplitTask } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/**
 * Splits a PDF into one part for each range, in the given order. Checks all ranges against the number of pages before it
 * creates the first part.
 *
 * @throws AppError `invalid-range` when a range is not in the file, and the errors of `withDocuments`
 */
export function split(task: SplitTask): ProducedFile<Chunks>[] {
  const { input, attachments, ranges, fileName, processorMilliseconds } = task;
  const limits = { field: input.field, processorMilliseconds };
  const { source, spans, parts } = withDocuments([input], limits, ([current]) => {
    if (!current) throw new Error('withDocuments did not return the document');
    const resolved = resolveRanges(ranges, current.pages.length);
    return {
      source: current,
      spans: resolved,
      parts: resolved.map((span) =>
        assemble([{ source: current, pages: pageIndices(span) }], {
          finishing: finishingOf(task, attachments, pagesIn([span])),
          pruneWhole: true,
        }),
      ),
    };
  });
  const damage = damageWarnings(input.field, source);
  const names = partNames(fileName || input.fileName || 'document', spans);
  return parts.map(({ chunks, byteLength, pages, warnings }, index) => ({
    fileName: names[index] ?? '',
    contentType: 'application/pdf',
    content: { chunks, size: byteLength },
    pages,
    warnings: boundedWarnings([...damage, ...assemblyWarnings([input.field], warnings)]),
  }));
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
