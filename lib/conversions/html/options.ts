import { AppError } from '../../base/app-error.ts';
import type {
  ImageOptions,
  PageOptions,
  PdfOptions,
  RenderRequest,
} from '../../engines/html/render-request.ts';
import { imageDefaults, pdfDefaults } from '../../api/fields/html/defaults.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { paperSizes } from '../../api/fields/lengths.ts';

const defaultMargin = pdfDefaults.marginMillimetres / 25.4;

/** The fields of a request as the renderer takes them, with the defaults of what is absent. */
export type RenderOptions = Pick<RenderRequest, 'page'> & OutputOptions;

type OutputOptions = RenderRequest extends infer R
  ? R extends RenderRequest
    ? Omit<R, 'source' | 'page'>
    : never
  : never;

/** @throws AppError `invalid-field` when the margins leave nothing of the paper */
export function renderOptions(fields: RenderFields): RenderOptions {
  const page = pageOptions(fields);
  if (fields.format === 'pdf') return { page, format: 'pdf', pdf: pdfOptions(fields) };
  return { page, format: fields.format, image: imageOptions(fields) };
}

function pageOptions(fields: RenderFields): PageOptions {
  return {
    waitDelay: fields.waitDelay,
    waitForSelector: fields.waitForSelector,
    waitForExpression: fields.waitForExpression,
    emulatedMediaType: fields.emulatedMediaType,
    javascript: fields.javascript ?? true,
    userAgent: fields.userAgent,
    extraHttpHeaders: fields.extraHttpHeaders ?? {},
    cookies: fields.cookies ?? [],
  };
}

function pdfOptions(fields: RenderFields): PdfOptions {
  const {
    pageSize = paperSizes[pdfDefaults.pageSize],
    paperWidth,
    paperHeight,
    landscape = pdfDefaults.landscape,
    singlePage = pdfDefaults.singlePage,
  } = fields;
  const paper =
    paperWidth === undefined || paperHeight === undefined
      ? pageSize
      : { width: paperWidth, height: paperHeight };
  const margins = {
    top: fields.marginTop ?? defaultMargin,
    right: fields.marginRight ?? defaultMargin,
    bottom: fields.marginBottom ?? defaultMargin,
    left: fields.marginLeft ?? defaultMargin,
  };
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  if (margins.left + margins.right >= width) throw noRoom('marginLeft', 'marginRight', 'width', width);
  // A single page becomes as high as it has to.
  if (!singlePage && margins.top + margins.bottom >= height) {
    throw noRoom('marginTop', 'marginBottom', 'height', height);
  }
  return {
    paper,
    margins,
    landscape,
    scale: fields.scale ?? pdfDefaults.scale,
    pageRanges: fields.pageRanges,
    preferCssPageSize: fields.preferCssPageSize ?? pdfDefaults.preferCssPageSize,
    printBackground: fields.printBackground ?? pdfDefaults.printBackground,
    singlePage,
    headerTemplate: fields.headerTemplate,
    footerTemplate: fields.footerTemplate,
  };
}

function noRoom(one: string, other: string, side: string, inches: number): AppError {
  const message = `${one} and ${other} together must be less than the ${side} of the paper, ${inches.toFixed(2)} inches`;
  return new AppError('invalid-field', message, {
    errors: [one, other].map((field) => ({ field, message })),
  });
}

function imageOptions(fields: RenderFields): ImageOptions {
  return {
    width: fields.width ?? imageDefaults.width,
    height: fields.height ?? imageDefaults.height,
    fullPage: fields.fullPage ?? imageDefaults.fullPage,
    deviceScaleFactor: fields.deviceScaleFactor ?? imageDefaults.deviceScaleFactor,
    quality: fields.quality ?? imageDefaults.quality,
    omitBackground: fields.omitBackground ?? imageDefaults.omitBackground,
    selector: fields.selector,
  };
}
