import * as z from 'zod';
import { picturePageFields } from '../fields/picture-page-fields.ts';
import { outlineModes } from '../fields/pdf-fields.ts';
import { finishingOptions } from './finishing.ts';
import { renderingOptions } from './html.ts';
import { officeOptions } from './office.ts';
import { optionsSchema } from './values.ts';

/** The options of a job that converts files of all kinds to PDF. */
export const toPdfOptions = finishingOptions.extend({
  merge: z.boolean(),
  outline: z.enum(outlineModes),
  office: officeOptions,
  rendering: renderingOptions,
  /** Whether scripts run, if the request says so: by default, those of HTML run and those of Markdown do not. */
  javascript: z.boolean().optional(),
  pictures: optionsSchema(picturePageFields),
});
export type ToPdfOptions = z.output<typeof toPdfOptions>;
