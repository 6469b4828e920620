import type { OutputOptions, PdfOptions } from '../../api/options/html.ts';
import type { PageScript } from './main-frame.ts';
import { viewportOf } from './page-setup.ts';
import { pixelsPerInch } from './print-pdf.ts';

/**
 * Hides the content in a viewport that is as large as the window. The listener runs after those of the page, which may
 * change it, and also where scripts are disabled. Before printing, observers of the page would see the difference.
 */
const hideIn = ({ width, height }: { width: number; height: number }): string => `(() => {
  addEventListener('beforeprint', () => {
    const sheet = new CSSStyleSheet();
    const window = '(width: ${width}px) and (height: ${height}px)';
    sheet.replaceSync('@media ' + window + ' { :root { content-visibility: hidden !important } }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  return true;
})()`;

/**
 * A script that saves the layout of a page for its window after printing, which Chromium finishes before it returns the
 * PDF. With long tables, that is a third of the time of `Page.printToPDF`.
 *
 * `content-visibility: hidden` skips the layout of the content. While Chromium prints, media queries see the size of the
 * paper without its margins, as `Page.printToPDF` receives them, whatever `@page` rules say and however wide content is
 * scaled down. So content on paper is hidden only if that area is as large as the window: then nothing is skipped.
 * Neither is it for single pages, whose window is as wide as the paper.
 */
export function skipWindowLayout(output: OutputOptions): PageScript<true> {
  const skips = output.format === 'pdf' && !output.pdf.singlePage && !isAsLargeAsWindow(output.pdf);
  return {
    script: skips ? hideIn(viewportOf(output.pdf)) : 'true',
    validate: (value) => (value === true ? true : undefined),
  };
}

function isAsLargeAsWindow(options: PdfOptions): boolean {
  const { paper, margins, landscape, scale } = options;
  const window = viewportOf(options);
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  const isNear = (inches: number, pixels: number): boolean =>
    Math.abs((inches * pixelsPerInch) / scale - pixels) < 3;
  return (
    isNear(width - margins.left - margins.right, window.width) &&
    isNear(height - margins.top - margins.bottom, window.height)
  );
}
