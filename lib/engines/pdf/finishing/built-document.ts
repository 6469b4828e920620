import type { PDFContext, PDFDict, PDFRef } from '../objects.ts';
import type { OutputDocument } from '../output/output-document.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A document whose pages and catalog are in memory, before it is written. */
export interface BuiltDocument {
  output: OutputDocument;
  context: PDFContext;
  catalog: PDFDict;
  /** The pages in their order. Each has all its attributes: none are inherited. */
  pages: readonly PDFRef[];
  /** That of the request. */
  budget: WorkBudget;
}
