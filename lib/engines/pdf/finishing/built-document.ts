import type { PDFContext, PDFDict, PDFRef } from '../objects.ts';

/** A document whose pages and catalog are in memory, before it is written. */
export interface BuiltDocument {
  context: PDFContext;
  catalog: PDFDict;
  /** The pages in their order. Each has all its attributes: none are inherited. */
  pages: readonly PDFRef[];
}
