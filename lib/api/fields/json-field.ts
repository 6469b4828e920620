import * as z from 'zod';
import { clientValues } from './client-values.ts';
import { type JsonRules, boundedJson, boundedJsonText } from './bounded-json.ts';
import { documented } from './documented.ts';

/** The type of a text field with JSON. `json` has no value: it gives typed clients the type of the JSON. */
export type JsonField<S extends z.ZodType> = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<z.output<S> | undefined, string | undefined>
> & { readonly json?: z.input<S> };

/** A text field with JSON of a given shape. Faults name the place in the JSON: `pages[1]`. */
export const jsonField = <S extends z.ZodType>(
  schema: S,
  description: string,
  rules: JsonRules,
): JsonField<S> =>
  documented(
    jsonText(rules, (value, context) => checked(schema, value, context)),
    description,
    boundedJsonText(schema, rules),
  );

/**
 * An optional text field with JSON.
 *
 * @param read returns what the JSON means, and adds issues for faults
 */
export const jsonText = <T>(
  rules: JsonRules,
  read: (value: unknown, context: z.core.$RefinementCtx) => T,
): z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<T | undefined, string | undefined>> =>
  z
    .string()
    .optional()
    .transform((text, context): T | undefined => {
      if (text === undefined) return undefined;
      const json = boundedJson(text, rules);
      if ('value' in json) return read(json.value, context);
      context.addIssue({ code: 'custom', message: json.fault });
      return z.NEVER;
    });

/** The output of `schema` for a value of a JSON field. Its faults become issues of the field, below `at`. */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  context: z.core.$RefinementCtx,
  at: readonly PropertyKey[] = [],
): z.output<S> {
  const result = schema.safeParse(value, clientValues);
  if (result.success) return result.data;
  for (const { path, message, ...issue } of result.error.issues) {
    const params = issue.code === 'custom' ? { params: issue.params ?? {} } : {};
    context.addIssue({ code: 'custom', path: [...at, ...path], message, ...params });
  }
  return z.NEVER;
}
