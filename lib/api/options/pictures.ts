import * as z from 'zod';
import { pictureFormats } from '../fields/picture-fields.ts';
import { pageRange } from './page-range.ts';

const pictureOptions = z.object({
  format: z.enum(pictureFormats),
  width: z.int().positive().optional(),
  quality: z.int().optional(),
  fileName: z.string(),
});

/** The options of pictures of pages. The password belongs to the input. */
export const imagesOptions = pictureOptions.extend({
  pages: z.array(pageRange).optional(),
  dpi: z.int().positive().optional(),
  grayscale: z.boolean(),
  background: z.string().optional(),
});

export type ImagesOptions = z.output<typeof imagesOptions>;

/** The options of a picture of the first page. */
export const thumbnailOptions = pictureOptions.extend({
  width: z.int().positive(),
});

export type ThumbnailOptions = z.output<typeof thumbnailOptions>;
