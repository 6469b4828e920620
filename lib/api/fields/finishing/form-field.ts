import * as z from 'zod';
import { maxListedFaults } from '../../../base/app-error.ts';
import { boundedJsonText } from '../bounded-json.ts';
import { documented } from '../documented.ts';
import { checked, jsonText } from '../json-field.ts';
import { unprintable } from './plain-text.ts';

/** A value for a form field: text, the state of a check box, the options of a list. Null clears the field. */
export type FormValue = string | boolean | string[] | null;

/** A form field to fill. */
export interface FormEntry {
  /** The full name. */
  name: string;
  value: FormValue;
}

const rules = {
  entries: 5000,
  example: { 'person.name': 'Ada Lovelace', newsletter: true, country: 'GB' },
};
const maxName = 1000;
const longName = `must have names of at most ${maxName} characters`;

const expected = 'must be a string, a number, true, false, null, or an array of strings';

const text = z
  .string(expected)
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value.replaceAll(/[\t\n\r]/g, '')), unprintable);

const value = z.union([text, z.number(), z.boolean(), z.null(), z.array(text)], { error: expected });

const values = z
  .record(z.string(), value, { error: 'must be an object that maps full field names to values' })
  .meta({ propertyNames: { type: 'string', maxLength: maxName } });

/** The field's type. `json` has no value: it gives typed clients the type of the JSON. */
type FormField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<FormEntry[] | undefined, string | undefined>
> & { readonly json?: Readonly<Record<string, FormValue | number>> };

/** `form`: the values of form fields. Numbers become text. */
export const formField: FormField = documented(
  jsonText(rules, (json, context): FormEntry[] => {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      checked(values, json, context);
      return z.NEVER;
    }
    const entries: FormEntry[] = [];
    for (const [name, given] of Object.entries(json)) {
      if (name.length > maxName) context.addIssue({ code: 'custom', message: longName });
      const entry = checked(value, given, context, [name.slice(0, maxName)]);
      if (context.issues.length >= maxListedFaults) break;
      entries.push({ name, value: typeof entry === 'number' ? String(entry) : entry });
    }
    return entries;
  }),
  'JSON object that fills form fields: values by the full name of the field, as `POST /api/pdf/inspect` reports it. Text fields take text, check boxes `true`, `false` or a state, radio buttons and choices one of their options, lists with several selected options an array. `null` clears a field. Default: the values of the document.',
  boundedJsonText(values, rules),
);
