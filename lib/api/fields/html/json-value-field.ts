import * as z from 'zod';
import { clientValues } from '../client-values.ts';
import { shownName } from '../../../base/shortened.ts';
import { boundedJsonText, type JsonRules } from '../bounded-json.ts';
import { documented } from '../documented.ts';
import { jsonText } from '../json-field.ts';
import type { ValueField } from './field-kinds.ts';

/** `json` has no value: it gives typed clients the type of the JSON. */
type JsonValueField<T> = ValueField<T> & { readonly json?: T };

/** A field whose text is JSON with a given shape. Faults name the place in the JSON. */
export const jsonValueField = <T>(
  shape: z.ZodType<T, T>,
  description: string,
  rules: JsonRules,
): JsonValueField<T> =>
  documented(
    jsonText(rules, (value, context): unknown => {
      const result = shape.safeParse(value, clientValues);
      if (result.success) return result.data;
      for (const { path, message } of result.error.issues) {
        const at = path
          .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shownName(String(key))}`))
          .join('');
        context.addIssue({ code: 'custom', message: `${at === '' ? '' : `${at} `}${message}` });
      }
      return z.NEVER;
    }).pipe(shape.optional()) as unknown as JsonValueField<T>,
    description,
    boundedJsonText(shape, rules),
  );
