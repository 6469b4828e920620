import type { CDPSession } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { fromBuffer } from '../../base/random-access.ts';
import { countPages } from '../pdf/generated/page-count.ts';
import type { MainFrame } from './main-frame.ts';
import type { PdfOptions } from '../../api/options/html.ts';

/** CSS pixels of an inch. */
const pixelsPerInch = 96;

/** The highest page of a PDF, in inches: 14,400 units of 1/72 (ISO 32000-1, annex C). */
const highestPage = 200;

/** Bytes that are read from Chromium at a time. */
const chunkSize = 4 * 1024 * 1024;

/** What Chromium prints where it is to print nothing: without a template, it prints one of its own. */
const emptyTemplate = '<span></span>';

/**
 * Prints the page.
 *
 * Neither tags nor bookmarks are written: tags make reports with tables nine times as big and half as slow again.
 *
 * @throws AppError `invalid-range` for page ranges that are none, `render-failed` when a single page would be too high
 */
export async function printPdf(
  frame: MainFrame,
  options: PdfOptions,
): Promise<{ content: Buffer; pages: number }> {
  const { session } = frame;
  const { margins, headerTemplate, footerTemplate, singlePage } = options;
  const paper = singlePage ? await singlePaper(frame, options) : options.paper;
  const printed = await session
    .send('Page.printToPDF', {
      transferMode: 'ReturnAsStream',
      paperWidth: wholePixels(paper.width),
      paperHeight: wholePixels(paper.height),
      marginTop: margins.top,
      marginRight: margins.right,
      marginBottom: margins.bottom,
      marginLeft: margins.left,
      // A single page has been turned already.
      landscape: options.landscape && !singlePage,
      scale: options.scale,
      pageRanges: options.pageRanges ?? '',
      preferCSSPageSize: options.preferCssPageSize && !singlePage,
      printBackground: options.printBackground,
      displayHeaderFooter: headerTemplate !== undefined || footerTemplate !== undefined,
      headerTemplate: headerTemplate ?? emptyTemplate,
      footerTemplate: footerTemplate ?? emptyTemplate,
      generateTaggedPDF: false,
      generateDocumentOutline: false,
    })
    .catch((error: unknown) => {
      throw printFault(error, options);
    });
  const content = await readStream(session, printed.stream ?? '');
  return { content, pages: await countPages(fromBuffer(content)) };
}

/** Chromium would round paper up, and `@page` sizes down: so A4 is the same by either way. */
const wholePixels = (inches: number): number => Math.floor(inches * pixelsPerInch + 1e-6) / pixelsPerInch;

function printFault(error: unknown, { pageRanges }: PdfOptions): unknown {
  if (error instanceof Error && /page range/i.test(error.message) && pageRanges !== undefined) {
    const why = /exceed/i.test(error.message)
      ? 'begins after the last page'
      : 'is not a list of pages such as 1-3, 5';
    return AppError.inField('invalid-range', 'pageRanges', `'${pageRanges}' ${why}`, { cause: error });
  }
  if (error instanceof Error && /content area is empty|margins/i.test(error.message)) {
    return new AppError('render-failed', 'The margins leave nothing of the paper.', { cause: error });
  }
  return error;
}

/** Forced page breaks would make more than one page of it. */
const withoutBreaks = `@media print { *, ::before, ::after {
  break-before: auto !important; break-after: auto !important; page: auto !important;
} }`;

/** In CSS pixels; 0 of a document without a root. */
const contentHeight = `(() => {
  const root = document.documentElement;
  if (root === null) return 0;
  const { bottom } = Element.prototype.getBoundingClientRect.call(root);
  return Math.max(bottom + scrollY, Reflect.get(Element.prototype, 'scrollHeight', root));
})()`;

/** Paper of the width that was asked for, as high as the page then is. */
async function singlePaper(
  frame: MainFrame,
  { paper, margins, landscape, scale }: PdfOptions,
): Promise<{ width: number; height: number }> {
  const { session } = frame;
  const width = landscape ? paper.height : paper.width;
  await addStyle(session, withoutBreaks);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.max(1, Math.floor(((width - margins.left - margins.right) * pixelsPerInch) / scale)),
    height: 1,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const content = await frame.read(contentHeight, (value) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.max(value, 0) : undefined,
  );
  // Rounding may not push the last line to a second page.
  const height = ((Math.ceil(content) + 1) * scale) / pixelsPerInch + margins.top + margins.bottom;
  if (height > highestPage) {
    throw new AppError(
      'render-failed',
      `singlePage: the page would be ${Math.ceil(height)} inches high; a page of a PDF can have ${highestPage}.`,
    );
  }
  return { width, height };
}

/** Adds a style sheet as the browser's user may, whatever the page's security policy says of its own. */
async function addStyle(session: CDPSession, text: string): Promise<void> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const { styleSheetId } = await session.send('CSS.createStyleSheet', { frameId: frameTree.frame.id });
  await session.send('CSS.setStyleSheetText', { styleSheetId, text });
}

async function readStream(session: CDPSession, handle: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let ended = false; !ended;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: chunkSize });
    chunks.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8'));
    ended = eof;
  }
  return Buffer.concat(chunks);
}
