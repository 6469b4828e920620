import { SourceCopier } from '#lib/engines/pdf/copier/source-copier.ts';
import { PDFName, type PDFObject } from '#lib/engines/pdf/objects.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';
import { OutputDocument } from '#lib/engines/pdf/output/output-document.ts';
import { writeDocument, type WriteOptions } from '#lib/engines/pdf/writer/write-document.ts';

/** A page with entries of a page tree node is a node to some readers. */
const omit = new Set(['Kids', 'Count'].map((key) => PDFName.of(key)));

/** A document of all pages of `sources` and nothing else: the least that uses copier and writer. */
export function copyPages(sources: readonly PdfSource[], options?: WriteOptions): Buffer {
  const output = new OutputDocument();
  const { context } = output;
  const tree = context.nextRef();
  const kids = sources.flatMap((source) => {
    const copier = new SourceCopier(source, output);
    const pages = source.pages.map((page) => ({ page, ref: context.nextRef() }));
    for (const { page, ref } of pages) copier.assign(page.ref, ref);
    for (const { page, ref } of pages) {
      const set = new Map<PDFName, PDFObject>([
        [PDFName.of('Type'), PDFName.of('Page')],
        [PDFName.of('Parent'), tree],
      ]);
      for (const [name, value] of Object.entries(page.inherited))
        set.set(PDFName.of(name), copier.copy(value));
      copier.copyDict(page.ref, ref, { set, omit });
    }
    copier.flush();
    return pages.map(({ ref }) => ref);
  });
  context.assign(tree, context.obj({ Type: 'Pages', Count: kids.length, Kids: kids }));
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: tree }));
  return Buffer.concat(writeDocument(output, options).chunks);
}
