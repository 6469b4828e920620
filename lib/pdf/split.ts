import type { PDFDocument } from 'pdf-lib';
import { createPdf, savePdf } from './document.ts';
import { copyInfo, type PdfOutput } from './merge.ts';
import type { PageSpan } from './page-ranges.ts';

/** One document for each span of `source`'s pages, in order. */
export async function* splitPdf(source: PDFDocument, spans: readonly PageSpan[]): AsyncGenerator<PdfOutput> {
  for (const { first, last } of spans) {
    const part = await createPdf();
    const indices = Array.from({ length: last - first + 1 }, (_, offset) => first - 1 + offset);
    for (const page of await part.copyPages(source, indices)) part.addPage(page);
    copyInfo(source, part);
    yield { bytes: await savePdf(part), pages: indices.length };
  }
}
