import { pageIndices, pagesIn, type PageSpan } from '../../base/page-ranges.ts';
import { assemble, type AssembledDocument } from '../../engines/pdf/assembly/assemble.ts';
import { fieldNamesOf } from '../../engines/pdf/inspection/form.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { PreparedFinishing } from '../finishing/prepare-finishing.ts';
import { makeDocuments } from './make-documents.ts';
import { producedPdf } from './produced-pdf.ts';
import { assembleBySize } from './split-modes/assemble-by-size.ts';
import { partNames } from './split-modes/part-names.ts';
import type { PartPlan } from './split-modes/part-plan.ts';
import { planBookmarks } from './split-modes/plan-bookmarks.ts';
import { planEvery } from './split-modes/plan-every.ts';
import { planRanges } from './split-modes/plan-ranges.ts';
import type { SplitTask } from './task.ts';

interface Part {
  fileName: string;
  document: AssembledDocument;
}

/**
 * Splits a PDF. Checks the fields against the document before it creates the first part.
 *
 * @throws AppError `invalid-range` when a range is not in the file, `invalid-field` when the mode gives too many parts or
 *   none, and the errors of `makeDocuments`
 */
export function split(task: SplitTask, prepared: PreparedFinishing): ProducedFile<Chunks>[] {
  const { input } = task;
  const { made, origins } = makeDocuments(task, prepared, input.field, ([source], finishingFor) => {
    if (!source) throw new Error('makeDocuments did not return the document');
    const formFields = task.form && fieldNamesOf(source);
    return divide(source, task, (span, fileName) =>
      assemble([{ source, pages: pageIndices(span) }], {
        finishing: finishingFor({ pageCount: pagesIn([span]), fileName, formFields }),
        pruneWhole: true,
      }),
    );
  });
  return made.map(({ fileName, document }) => producedPdf(fileName, document, origins));
}

/** Divides the pages by the mode of the split. The contract requires the field of each mode. */
function divide(
  source: PdfSource,
  { mode = 'ranges', ranges = [], span = 1, maxBytes = 0, fileName, input }: SplitTask,
  assemblePart: (span: PageSpan, fileName: string) => AssembledDocument,
): Part[] {
  const { length } = source.pages;
  const namesOf = (plans: readonly PartPlan[]): string[] =>
    partNames({ fileName, inputName: input.fileName }, plans);
  const assembled = (plans: readonly PartPlan[]): Part[] => {
    const names = namesOf(plans);
    return plans.map((plan, index) => {
      const name = names[index] ?? '';
      return { fileName: name, document: assemblePart(plan.span, name) };
    });
  };
  switch (mode) {
    case 'ranges':
      return assembled(planRanges(length, ranges));
    case 'every':
      return assembled(planEvery(length, span));
    case 'bookmarks':
      return assembled(planBookmarks(source));
    case 'size': {
      const nameOf = (pages: PageSpan): string => namesOf([{ span: pages }])[0] ?? '';
      const parts = assembleBySize(source, maxBytes, (pages) => assemblePart(pages, nameOf(pages)));
      return parts.map(({ span: pages, document }) => ({ fileName: nameOf(pages), document }));
    }
  }
}
