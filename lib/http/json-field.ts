import * as z from 'zod';
import { documented, jsonText } from './documented.ts';

/** The type of a text field that holds JSON. `json` has no value: it tells typed clients what the JSON may be. */
export type JsonField<S extends z.ZodType> = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<z.output<S> | undefined, string | undefined>
> & { readonly json?: z.input<S> };

/** A text field that holds JSON of a shape. Faults name the place in it: `pages[1]`. */
export const jsonField = <S extends z.ZodType>(
  schema: S,
  description: string,
  example: unknown,
): JsonField<S> =>
  documented(
    z
      .string()
      .optional()
      .transform((text, context): z.output<S> | undefined => {
        if (text === undefined) return undefined;
        const value = parsed(text);
        if (value === undefined) {
          context.addIssue({ code: 'custom', message: 'is not JSON' });
          return z.NEVER;
        }
        const result = schema.safeParse(value, { reportInput: true });
        if (result.success) return result.data;
        for (const { path, message, ...issue } of result.error.issues) {
          const params = issue.code === 'custom' ? { params: issue.params ?? {} } : {};
          context.addIssue({ code: 'custom', path, message, ...params });
        }
        return z.NEVER;
      }),
    description,
    jsonText(schema, example),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
