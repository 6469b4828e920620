import {
  imageOptions,
  type PdfOptions,
  pageOptions,
  pdfOptions,
  type RenderOptions,
} from '../../api/options/html.ts';
import { pickOptions } from '../../api/options/values.ts';
import { imageDefaults, pageDefaults, paperDefaults, pdfDefaults } from '../../api/fields/html/defaults.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { type Paper, paperSizes } from '../../api/fields/lengths.ts';
import { AppError } from '../../base/app-error.ts';

const defaultMargin = paperDefaults.marginMillimetres / 25.4;

/**
 * Returns the options of a request for the renderer, including defaults.
 *
 * @throws AppError `invalid-field` when the margins leave no space for content
 */
export function renderOptions(fields: RenderFields): RenderOptions {
  const { format } = fields;
  const page = pickOptions(pageOptions, fields, pageDefaults);
  if (format === 'pdf') return { page, format, pdf: printOptions(fields) };
  return { page, format, image: pickOptions(imageOptions, fields, imageDefaults) };
}

function printOptions(fields: RenderFields): PdfOptions {
  const options = pickOptions(
    pdfOptions,
    { ...fields, paper: paperOf(fields), margins: marginsOf(fields) },
    pdfDefaults,
  );
  const { paper, margins, landscape, singlePage } = options;
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  if (margins.left + margins.right >= width) throw noRoom('marginLeft', 'marginRight', 'width', width);
  // A single page is as high as it needs to be.
  if (!singlePage && margins.top + margins.bottom >= height) {
    throw noRoom('marginTop', 'marginBottom', 'height', height);
  }
  return options;
}

const paperOf = ({ pageSize, paperWidth, paperHeight }: RenderFields): Paper =>
  paperWidth === undefined || paperHeight === undefined
    ? (pageSize ?? paperSizes[paperDefaults.pageSize])
    : { width: paperWidth, height: paperHeight };

const marginsOf = (fields: RenderFields): PdfOptions['margins'] => ({
  top: fields.marginTop ?? defaultMargin,
  right: fields.marginRight ?? defaultMargin,
  bottom: fields.marginBottom ?? defaultMargin,
  left: fields.marginLeft ?? defaultMargin,
});

function noRoom(one: string, other: string, side: string, inches: number): AppError {
  const message = `The sum of ${one} and ${other} must be less than the ${side} of the paper, ${inches.toFixed(2)} inches.`;
  return new AppError('invalid-field', message, {
    errors: [one, other].map((field) => ({ field, message })),
  });
}
