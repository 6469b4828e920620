import { PDFDict, PDFName, type PDFDocument } from 'pdf-lib';
import { createPdf, savePdf } from './document.ts';

/** A PDF as bytes. */
export interface PdfOutput {
  bytes: Uint8Array;
  pages: number;
}

/** All pages of `sources`, in order, as one document with the first one's document information. */
export async function mergePdfs(sources: readonly PDFDocument[]): Promise<PdfOutput> {
  const target = await createPdf();
  for (const source of sources) {
    const pages = await target.copyPages(source, source.getPageIndices());
    for (const page of pages) target.addPage(page);
  }
  if (sources[0]) copyInfo(sources[0], target);
  return { bytes: await savePdf(target), pages: target.getPageCount() };
}

/** Copies title, author and the like (PDF 32000-1, 14.3.3), as far as they are direct strings, names or dates. */
export function copyInfo(source: PDFDocument, target: PDFDocument): void {
  const info = source.context.lookup(source.context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return;
  const copy = target.context.obj({});
  for (const [key] of info.entries()) {
    const value = info.lookup(key);
    if (value && !(value instanceof PDFDict) && key !== PDFName.of('Trapped'))
      copy.set(key, value.clone(target.context));
  }
  target.context.trailerInfo.Info = target.context.register(copy);
}
