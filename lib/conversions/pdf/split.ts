import type { SplitOptions } from '../../api/options/pdf.ts';
import { pageIndices, pagesIn } from '../../base/page-ranges.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { finishingOf } from '../finishing/finishing-of.ts';
import { withDocuments } from './open-documents.ts';
import { partNames } from './split-modes/part-names.ts';
import { assembleBySize } from './split-modes/assemble-by-size.ts';
import type { AssembledPart, AssemblePart, PartPlan } from './split-modes/part-plan.ts';
import { planBookmarks } from './split-modes/plan-bookmarks.ts';
import { planEvery } from './split-modes/plan-every.ts';
import { planRanges } from './split-modes/plan-ranges.ts';
import type { SplitTask } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/**
 * Splits a PDF. Checks the fields against the document before it creates the first part.
 *
 * @throws AppError `invalid-range` when a range is not in the file, `invalid-field` when the mode gives too many parts or
 *   none, and the errors of `withDocuments`
 */
export function split(task: SplitTask): ProducedFile<Chunks>[] {
  const { input, attachments, fileName, processorMilliseconds } = task;
  const limits = { field: input.field, processorMilliseconds };
  const { source, parts } = withDocuments([input], limits, ([current]) => {
    if (!current) throw new Error('withDocuments did not return the document');
    const assemblePart: AssemblePart = (span) =>
      assemble([{ source: current, pages: pageIndices(span) }], {
        finishing: finishingOf(task, attachments, pagesIn([span])),
        pruneWhole: true,
      });
    return { source: current, parts: divide(current, task, assemblePart) };
  });
  const damage = damageWarnings(input.field, source);
  const names = partNames({ fileName, inputName: input.fileName }, parts);
  return parts.map(({ document }, index) => ({
    fileName: names[index] ?? '',
    contentType: 'application/pdf',
    content: { chunks: document.chunks, size: document.byteLength },
    pages: document.pages,
    warnings: boundedWarnings([...damage, ...assemblyWarnings([input.field], document.warnings)]),
  }));
}

/** Divides the pages by the mode of the split. The contract requires the field of each mode. */
function divide(
  source: PdfSource,
  { mode = 'ranges', ranges = [], span = 1, maxBytes = 0 }: SplitOptions,
  assemblePart: AssemblePart,
): AssembledPart[] {
  const { length } = source.pages;
  const assembled = (plans: readonly PartPlan[]): AssembledPart[] =>
    plans.map((plan) => ({ ...plan, document: assemblePart(plan.span) }));
  switch (mode) {
    case 'ranges':
      return assembled(planRanges(length, ranges));
    case 'every':
      return assembled(planEvery(length, span));
    case 'bookmarks':
      return assembled(planBookmarks(source));
    case 'size':
      return assembleBySize(source, maxBytes, assemblePart);
  }
}
