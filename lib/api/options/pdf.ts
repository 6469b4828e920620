import * as z from 'zod';
import { type editFields, type mergeFields, outlineModes, type splitFields } from '../fields/pdf-fields.ts';
import { splitModes } from '../fields/split-modes.ts';
import { finishingOptions } from './finishing.ts';
import { pageRange } from './page-range.ts';
import type { FieldValues, Optional } from './values.ts';

type MergeFields = FieldValues<typeof mergeFields>;
type SplitFields = FieldValues<typeof splitFields>;
type EditFields = FieldValues<typeof editFields>;

/** The options of a merge. Passwords belong to the inputs. */
export type MergeOptions = Pick<MergeFields, 'fileName'> &
  Optional<Omit<MergeFields, 'fileName' | 'passwords'>>;

/** The options of a split. The password belongs to the input. */
export type SplitOptions = Pick<SplitFields, 'fileName'> &
  Optional<Omit<SplitFields, 'fileName' | 'password'>>;

/** The options of an edit. The password belongs to the input. */
export type EditOptions = Pick<EditFields, 'fileName'> & Optional<Omit<EditFields, 'fileName' | 'password'>>;

const fileName = z.string();

/** The options of a merge in a job. */
export const mergeOptions = finishingOptions.extend({
  pages: z.array(z.array(pageRange).nullable()).optional(),
  outline: z.enum(outlineModes).optional(),
  fileName,
}) satisfies z.ZodType<MergeOptions>;

/** The options of a split in a job. Records of earlier releases have no mode. */
export const splitOptions = finishingOptions.omit({ bookmarks: true }).extend({
  mode: z.enum(splitModes).optional(),
  ranges: z.array(pageRange).optional(),
  span: z.int().positive().optional(),
  maxBytes: z.int().positive().optional(),
  fileName,
}) satisfies z.ZodType<SplitOptions>;

/** The options of an edit in a job. */
export const editOptions = finishingOptions.extend({
  pages: z.array(pageRange).optional(),
  fileName,
}) satisfies z.ZodType<EditOptions>;
