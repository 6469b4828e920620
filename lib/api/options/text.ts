import * as z from 'zod';
import { textFormats } from '../fields/text-fields.ts';
import { pageRange } from './page-range.ts';

/** The options of reading the text of a PDF. The password belongs to the input. */
export const textOptions = z.object({
  format: z.enum(textFormats),
  pages: z.array(pageRange).optional(),
  fileName: z.string(),
});

export type TextOptions = z.output<typeof textOptions>;
