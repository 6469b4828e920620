import type { ImageOptions, PageOptions, PdfOptions } from '#lib/api/options/html.ts';
import type { RenderRequest } from '#lib/engines/html/render-request.ts';
import { htmlSource, imageRequest, pdfRequest } from '../support/renderer.ts';
import type { Random } from './mutations.ts';

const selectors = ['body', '.a', '#self', 'p:last-child', 'svg', ':has(td)', '#nothing', '[', '::before'];

const expressions = ['true', 'document.title', 'false', 'throw 1', ')', 'new Promise(()=>{})', 'window.x=1'];

const templates = [
  '<span class="pageNumber"></span>/<span class=totalPages></span>',
  '<img src="http://127.0.0.1:1/"><script>while(1){}</script>',
  '</style><table><div style="height:1e6px">',
];

/** One of `values`, or nothing three times of four: most requests leave most fields out. */
const seldom = <T>(random: Random, values: readonly T[]): T | undefined =>
  random.below(4) === 0 ? random.pick(values) : undefined;

/** `html` to be rendered as the contract allows: every field within its range, in any combination. */
export function randomRequest(html: Uint8Array, random: Random): RenderRequest {
  const source = htmlSource(html);
  const page = pageOptions(random);
  return random.below(2) === 0
    ? pdfRequest(source, pdfOptions(random), page)
    : imageRequest(source, imageOptions(random), page);
}

const pageOptions = (random: Random): Partial<PageOptions> => ({
  javascript: random.below(8) > 0,
  waitDelay: seldom(random, [0, 1, 300]),
  waitForSelector: random.below(3) === 0 ? seldom(random, selectors) : undefined,
  waitForExpression: random.below(3) === 0 ? seldom(random, expressions) : undefined,
  emulatedMediaType: seldom(random, ['print', 'screen'] as const),
  userAgent: seldom(random, ['', 'x'.repeat(1000), 'Mozilla/5.0 (compatible)']),
});

function pdfOptions(random: Random): Partial<PdfOptions> {
  const paper = random.pick([
    { width: 8.27, height: 11.69 },
    { width: 0.1, height: 0.1 },
    { width: 200, height: 200 },
    { width: 0.1, height: 200 },
  ]);
  // Margins that leave some of the paper, as the contract demands.
  const part = random.pick([0, 0.1, 0.45, 0.499]);
  const [across, along] = [paper.width * part, paper.height * part];
  return {
    paper,
    margins: { top: along, right: across, bottom: along, left: across },
    landscape: paper.width === paper.height && random.below(2) === 0,
    scale: random.pick([0.1, 0.7, 1, 2]),
    pageRanges: seldom(random, ['1', '2-', '1-3,7', '100000']),
    preferCssPageSize: random.below(2) === 0,
    printBackground: random.below(4) > 0,
    singlePage: random.below(4) === 0,
    tagged: random.below(2) === 0,
    outline: random.below(2) === 0,
    headerTemplate: seldom(random, templates),
    footerTemplate: seldom(random, templates),
  };
}

/** Rectangles of a page, also outside of it. */
const clips = [
  { x: 0, y: 0, width: 1, height: 1 },
  { x: 3.5, y: 7.25, width: 100.5, height: 60 },
  { x: 100_000, y: 100_000, width: 10, height: 10 },
  { x: 0, y: 0, width: 100_000, height: 100_000 },
];

const imageOptions = (random: Random): Parameters<typeof imageRequest>[1] => ({
  format: random.pick(['png', 'jpeg', 'webp'] as const),
  width: random.pick([1, 320, 1280, 8192]),
  height: random.pick([1, 720, 8192]),
  deviceScaleFactor: random.pick([0.1, 1, 1, 1, 2, 4]),
  quality: random.pick([1, 80, 100]),
  omitBackground: random.below(2) === 0,
  ...wholeOrPart(random),
});

/** They do not go together. */
const wholeOrPart = (random: Random): Pick<ImageOptions, 'fullPage' | 'selector' | 'clip'> => {
  const clip = seldom(random, clips);
  if (clip !== undefined) return { fullPage: false, clip };
  const selector = seldom(random, selectors);
  return selector === undefined ? { fullPage: random.below(2) === 0 } : { fullPage: false, selector };
};
