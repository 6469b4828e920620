import * as z from 'zod';
import { paper } from '../fields/lengths.ts';
import { outlineModes } from '../fields/pdf-fields.ts';
import { finishingOptions } from './finishing.ts';
import { renderingOptions } from './html.ts';
import { officeOptions } from './office.ts';

const inches = z.number().nonnegative();

/** The pages of pictures. Lengths in inches. */
export const picturePageOptions = z.object({
  /** In portrait format; turned for pictures that are wider than high. Absent for pages as large as their picture. */
  paper: paper.optional(),
  margins: z.object({ top: inches, right: inches, bottom: inches, left: inches }),
});
export type PicturePageOptions = z.output<typeof picturePageOptions>;

/** The options of a job that converts files of all kinds to PDF. */
export const toPdfOptions = finishingOptions.extend({
  merge: z.boolean(),
  outline: z.enum(outlineModes),
  office: officeOptions,
  rendering: renderingOptions,
  /** Whether scripts run, if the request says so: by default, those of HTML run and those of Markdown do not. */
  javascript: z.boolean().optional(),
  pictures: picturePageOptions,
});
export type ToPdfOptions = z.output<typeof toPdfOptions>;
