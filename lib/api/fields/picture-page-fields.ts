import * as z from 'zod';
import { documented } from './documented.ts';
import { length, optional } from './html/field-kinds.ts';
import { lengthHint, type PaperName, paperName, paperNames, paperSizes } from './lengths.ts';

/** In place of a paper: pages of the size of their pictures. */
export const fit = 'fit';

const pageSizes = [fit, ...paperNames] as const;

/** A paper, or `fit`. */
export type PicturePageSize = PaperName | typeof fit;

const pageSizeOf = (name: string): PicturePageSize | undefined =>
  name.trim().toLowerCase() === fit ? fit : paperName(name);

const margin = (side: string) =>
  length(0, `Margin at the ${side} of each page that shows a picture: ${lengthHint}.`, '10mm', '0');

/**
 * The pages that show pictures. Fields are undefined unless they are given, so that their defaults can depend on the kind of
 * the document.
 */
export const picturePageFields = {
  pageSize: documented(
    optional(z.enum(pageSizes), pageSizeOf, `must be one of ${pageSizes.join(', ')}`),
    'Size of the pages that show pictures, case-insensitive: a paper in the orientation of the picture, which is as large as the margins allow; or `fit`, for pages of the size of the picture and the margins, by the resolution that the file states (96 dpi if it states none). Default: `fit`.',
    { enum: pageSizes, examples: ['A4'] },
  ),
  marginTop: margin('top'),
  marginRight: margin('right'),
  marginBottom: margin('bottom'),
  marginLeft: margin('left'),
};

/** The fields of pages that show pictures, as parsed. */
export type PicturePageOptions = z.output<z.ZodObject<typeof picturePageFields>>;

/** Checks that the margins leave room on the paper in one of its orientations, or on the largest page. */
export function checkPicturePage(options: PicturePageOptions, context: z.core.$RefinementCtx): void {
  const { pageSize = fit, marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0 } = options;
  const { width, height } = pageSize === fit ? largest : paperSizes[pageSize];
  const [across, along] = [marginLeft + marginRight, marginTop + marginBottom];
  const hasRoom = (across < width && along < height) || (across < height && along < width);
  if (hasRoom) return;
  const field = across >= Math.min(width, height) ? 'marginLeft' : 'marginTop';
  const message = `leaves no room for a picture: with the opposite margin, it must be less than the ${pageSize === fit ? '200 inches of a page' : `sides of ${pageSize}`}`;
  context.addIssue({ code: 'custom', path: [field], message });
}

/** Sides of a page, in inches. */
const largest = { width: 200, height: 200 };
