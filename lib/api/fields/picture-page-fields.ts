import * as z from 'zod';
import { documented } from './documented.ts';
import { length, optional } from './html/field-kinds.ts';
import { lengthHint, type PaperName, paperName, paperNames } from './lengths.ts';

/** In place of a paper: pages of the size of their pictures. */
export const fit = 'fit';

const pageSizes = [fit, ...paperNames] as const;

/** A paper, or `fit`. */
export type PicturePageSize = PaperName | typeof fit;

const pageSizeOf = (name: string): PicturePageSize | undefined =>
  name.trim().toLowerCase() === fit ? fit : paperName(name);

const margin = (side: string) =>
  length(0, `Margin at the ${side} of each page that shows an image: ${lengthHint}.`, '10mm', '0');

/** The size of pages, `fit` among them. */
export const pageSizeField = (description: string) =>
  documented(optional(z.enum(pageSizes), pageSizeOf, `must be one of ${pageSizes.join(', ')}`), description, {
    enum: pageSizes,
    examples: ['A4'],
  });

/**
 * The pages that show pictures. Fields are undefined unless they are given, so that their defaults can depend on the kind of
 * the document.
 */
export const picturePageFields = {
  pageSize: pageSizeField(
    'Size of the pages that show images, case-insensitive: a paper size, in the orientation of the image, which is scaled to the margins; or `fit`, which makes each page as large as its image plus the margins, at the resolution stated in the file (96 dpi if none). Default: `fit`.',
  ),
  marginTop: margin('top'),
  marginRight: margin('right'),
  marginBottom: margin('bottom'),
  marginLeft: margin('left'),
};

/** The fields of pages that show pictures, as parsed. */
export type PicturePageOptions = z.output<z.ZodObject<typeof picturePageFields>>;
