import type * as z from 'zod';
import type { mergeFields, splitFields } from '../fields/pdf-fields.ts';

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

type MergeFields = Fields<typeof mergeFields>;

/** The options of a merge. Passwords belong to the inputs. */
export type MergeOptions = Pick<MergeFields, 'fileName'> &
  Optional<Omit<MergeFields, 'fileName' | 'passwords'>>;

/** The options of a split. The password belongs to the input. */
export type SplitOptions = Omit<Fields<typeof splitFields>, 'password'>;
