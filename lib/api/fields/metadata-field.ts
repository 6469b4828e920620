import * as z from 'zod';
import { everyEntry, informationKey } from './metadata.ts';
import { unprintable } from './finishing/plain-text.ts';
import { jsonField } from './json-field.ts';

const maxEntries = 50;
const maxKey = 100;
const maxText = 10_000;

const date = z.iso.datetime({ offset: true, precision: 0 });

/** Entries that are not any text (PDF 32000-1, table 317), and what they can be. */
const values: Readonly<Record<string, (text: string) => string | undefined>> = {
  CreationDate: (text) => (date.safeParse(text).success ? undefined : dateHint),
  ModDate: (text) => (date.safeParse(text).success ? undefined : dateHint),
  Trapped: (text) => (/^(?:True|False|Unknown)$/.test(text) ? undefined : 'must be True, False or Unknown'),
};

const dateHint = 'must be a date and time such as 2026-11-23T10:00:00Z';

const text = z
  .string('must be a string or null')
  .max(maxText, { error: `must have at most ${maxText} characters`, abort: true })
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value.replaceAll(/[\t\n\r]/g, '')), unprintable);

const metadata = z
  .record(z.string(), text.nullable(), { error: 'must be an object of strings and nulls' })
  .meta({ propertyNames: { type: 'string', minLength: 1, maxLength: maxKey } })
  .superRefine((entries, context) => {
    const fail = (message: string, path: string[]) => context.addIssue({ code: 'custom', path, message });
    const names = new Set<string>();
    for (const [key, value] of Object.entries(entries)) {
      const name = informationKey(key);
      if (name === '' || name.length > maxKey || /\p{Cc}/u.test(name)) {
        fail(`must be a name of 1 to ${maxKey} characters`, [key.slice(0, maxKey)]);
      } else if (name === everyEntry && value !== null) fail('must be null', [key]);
      const fault = value && Object.hasOwn(values, name) ? values[name]?.(value) : undefined;
      if (fault !== undefined) fail(fault, [key]);
      else if (names.has(name)) fail('must not be repeated', [key]);
      names.add(name);
    }
  });

/** The metadata of a PDF. */
export const metadataField = jsonField(
  metadata,
  'JSON object: `title`, `author`, `subject`, `keywords`, `creator`, and entries with any other name. Overrides the metadata of the document, of a merge those of the first file. Null or an empty string removes an entry, and `"*": null` all entries that are not set. `CreationDate` and `ModDate` are dates in ISO 8601. Default: the metadata is kept.',
  { entries: maxEntries, example: { title: 'Annual report', Department: 'Sales' } },
);
