import * as z from 'zod';
import { type mergeFields, outlineModes, type splitFields } from '../fields/pdf-fields.ts';

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

type MergeFields = Fields<typeof mergeFields>;

/** The options of a merge. Passwords belong to the inputs. */
export type MergeOptions = Pick<MergeFields, 'fileName'> &
  Optional<Omit<MergeFields, 'fileName' | 'passwords'>>;

/** The options of a split. The password belongs to the input. */
export type SplitOptions = Omit<Fields<typeof splitFields>, 'password'>;

const page = z.int().positive();

/** A page range as the fields parse it. */
const pageRange = z.intersection(
  z.object({ text: z.string() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('span'), first: page, last: page }),
    z.object({ kind: z.literal('from'), first: page }),
    z.object({ kind: z.literal('last'), count: page }),
  ]),
);

/** The options of a merge in a job. */
export const mergeOptions = z.object({
  pages: z.array(z.array(pageRange).nullable()).optional(),
  outline: z.enum(outlineModes).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  fileName: z.string(),
}) satisfies z.ZodType<MergeOptions>;

/** The options of a split in a job. */
export const splitOptions = z.object({
  ranges: z.array(pageRange),
  fileName: z.string(),
}) satisfies z.ZodType<SplitOptions>;
