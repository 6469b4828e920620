import type { CDPSession } from 'puppeteer-core';
import { AppError } from '../../base/app-error.ts';
import { fromBuffer } from '../../base/random-access.ts';
import type { MainFrame, PageScript } from './main-frame.ts';
import { viewportOf } from './page-setup.ts';
import type { OutputOptions, PdfOptions } from '../../api/options/html.ts';

/** CSS pixels per inch. */
export const pixelsPerInch = 96;

/** The maximum height of a PDF page, in inches: 14,400 units of 1/72 (ISO 32000-1, annex C). */
const highestPage = 200;

/** Bytes read from Chromium at a time. */
const chunkSize = 4 * 1024 * 1024;

/** Prevents a header or footer: without a template, Chromium prints its default one. */
const emptyTemplate = '<span></span>';

/**
 * Prints the page.
 *
 * @param assumedLanguage a language that Chromium states although the page does not; empty if there is none
 * @throws AppError `invalid-range` when the page ranges are not valid, `render-failed` when a single page would be too
 *   high
 */
export async function printPdf(
  frame: MainFrame,
  options: PdfOptions,
  assumedLanguage: string,
): Promise<{ content: Buffer; pages: number }> {
  const { session } = frame;
  const { margins, headerTemplate, footerTemplate, singlePage } = options;
  const paper = singlePage ? await singlePaper(frame, options) : options.paper;
  const printing = session
    .send('Page.printToPDF', {
      transferMode: 'ReturnAsStream',
      paperWidth: wholePixels(paper.width),
      paperHeight: wholePixels(paper.height),
      marginTop: margins.top,
      marginRight: margins.right,
      marginBottom: margins.bottom,
      marginLeft: margins.left,
      // A single page is already rotated.
      landscape: options.landscape && !singlePage,
      scale: options.scale,
      pageRanges: options.pageRanges ?? '',
      preferCSSPageSize: options.preferCssPageSize && !singlePage,
      printBackground: options.printBackground,
      displayHeaderFooter: headerTemplate !== undefined || footerTemplate !== undefined,
      headerTemplate: headerTemplate ?? emptyTemplate,
      footerTemplate: footerTemplate ?? emptyTemplate,
      generateTaggedPDF: options.tagged,
      generateDocumentOutline: options.outline,
    })
    .catch((error: unknown) => {
      throw printError(error, options);
    });
  // Loaded while Chromium prints: pictures need no object model of PDFs.
  const [printed, { countPages }, { packObjects }, { removeLanguage }] = await Promise.all([
    printing,
    import('../pdf/generated/page-count.ts'),
    import('../pdf/generated/pack-objects.ts'),
    import('../pdf/generated/remove-language.ts'),
  ]);
  const content = await readStream(session, printed.stream ?? '');
  if (assumedLanguage !== '') await removeLanguage(content, assumedLanguage);
  const pages = await countPages(fromBuffer(content));
  return { content: options.tagged ? await packObjects(content) : content, pages };
}

/** A script that makes a page print colors as `exactColors` requests it. */
export function printColors(output: OutputOptions): PageScript<true> {
  const isExact = output.format === 'pdf' && output.pdf.exactColors === true;
  // Exact colors include backgrounds, whatever the browser is told.
  const plain = isExact && !output.pdf.printBackground ? 'html, body { background: none !important }' : '';
  const script = `(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { print-color-adjust: exact !important } ${plain}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return true;
  })()`;
  return { script: isExact ? script : 'true', validate: (value) => (value === true ? true : undefined) };
}

/** Chromium would round paper sizes up and `@page` sizes down. Rounding here makes A4 the same either way. */
const wholePixels = (inches: number): number => Math.floor(inches * pixelsPerInch + 1e-6) / pixelsPerInch;

function printError(error: unknown, { pageRanges }: PdfOptions): unknown {
  if (error instanceof Error && /page range/i.test(error.message) && pageRanges !== undefined) {
    const why = /exceed/i.test(error.message)
      ? 'begins after the last page'
      : 'is not a list of pages such as 1-3, 5';
    return AppError.inField('invalid-range', 'pageRanges', `'${pageRanges}' ${why}`, { cause: error });
  }
  if (error instanceof Error && /content area is empty|margins/i.test(error.message)) {
    return new AppError('render-failed', 'The margins leave no space for content on the paper.', {
      cause: error,
    });
  }
  return error;
}

/** Forced page breaks would split the single page. */
const withoutBreaks = `@media print { *, ::before, ::after {
  break-before: auto !important; break-after: auto !important; page: auto !important;
} }`;

/** In CSS pixels; 0 if the document has no root. */
const contentHeight = `(() => {
  const root = document.documentElement;
  if (root === null) return 0;
  const { bottom } = Element.prototype.getBoundingClientRect.call(root);
  return Math.max(bottom + scrollY, Reflect.get(Element.prototype, 'scrollHeight', root));
})()`;

/** Paper of the requested width, with the height that the page then has. */
async function singlePaper(
  frame: MainFrame,
  options: PdfOptions,
): Promise<{ width: number; height: number }> {
  const { paper, margins, landscape, scale, keepsBreaks } = options;
  const screen = viewportOf(options);
  const { session } = frame;
  const width = landscape ? paper.height : paper.width;
  if (keepsBreaks !== true) await addStyle(session, withoutBreaks);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: Math.max(1, Math.floor(((width - margins.left - margins.right) * pixelsPerInch) / scale)),
    height: 1,
    screenWidth: screen.width,
    screenHeight: screen.height,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const content = await frame.read(contentHeight, (value) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.max(value, 0) : undefined,
  );
  // Rounding must not push the last line to a second page.
  const height = ((Math.ceil(content) + 1) * scale) / pixelsPerInch + margins.top + margins.bottom;
  if (height > highestPage) {
    const message = `would be a page of ${Math.ceil(height)} inches; the maximum is ${highestPage}`;
    throw AppError.inField('render-failed', 'singlePage', message);
  }
  return { width, height };
}

/** Adds a user style sheet, which the page's content security policy does not affect. */
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
