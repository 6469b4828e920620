import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { defaultPdfLimits, timeLimit, WorkBudget } from '#lib/engines/pdf/work-budget.ts';
import { copyPages } from '../support/copy-pages.ts';
import { rawPdf, rawStreamPdf, textPages } from '../support/raw-pdf.ts';
import { fuzz } from './fuzz-loop.ts';
import { GoodPages } from './judges/good-pages.ts';
import { pdfTokens } from './pdf-tokens.ts';

/**
 * Opens and copies randomly mutated PDFs, together with a valid one. The result must be a document that opens without a
 * finding and has as many pages, in which MuPDF and PDFium find the pages of the valid one unchanged, or an `AppError`,
 * within time and memory. See `fuzz` for the options.
 */

const limits = {
  ...defaultPdfLimits,
  streamBytes: 8e6,
  structureBytes: 16e6,
  contentBytes: 16e6,
  objects: 200_000,
};

const pages = textPages('one', 'two', 'three');
const first = rawPdf(pages);
const goodPages = 3;
const good = await GoodPages.of(first, goodPages);

await fuzz({
  name: 'pdf-reader',
  extensions: ['.pdf'],
  tokens: pdfTokens,
  seeds: [
    first,
    rawPdf({ 9: '<</Changed true>>' }, { previous: first }),
    rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6, 8] }),
    rawStreamPdf(pages),
  ],
  async attempt(bytes, milliseconds) {
    const budget = new WorkBudget(limits, timeLimit(milliseconds));
    const opened = [openPdf(bytes, { budget }), openPdf(first)];
    const { copy, pages, repaired } = withRepair(opened, (sources) => ({
      copy: copyPages(sources),
      pages: goodPages + (sources[0]?.pages.length ?? 0),
      repaired: (sources[0]?.findings.size ?? 0) > 0,
    }));
    const again = openPdf(copy);
    if (again.pages.length !== pages) throw new Error(`${again.pages.length} pages of ${pages} were copied`);
    if (again.findings.size > 0) throw new Error(`the copy has ${[...again.findings.keys()].join(', ')}`);
    await good.check(copy, pages, 1 + pages - goodPages);
    return repaired ? 'repaired' : 'copied';
  },
});
good.close();
