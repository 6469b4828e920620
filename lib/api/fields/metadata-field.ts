import * as z from 'zod';
import { everyEntry, informationKey } from './metadata.ts';
import { unprintable } from './finishing/plain-text.ts';
import { jsonField } from './json-field.ts';

const maxEntries = 50;
const maxKey = 100;
const maxText = 10_000;

/** Entries that are not text (PDF 32000-1, table 317), which can only be removed. */
const noTexts = new Set(['CreationDate', 'ModDate', 'Trapped']);

const text = z
  .string('must be text or null')
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
      else if (noTexts.has(name) && value !== null) fail('must not be set', [key]);
      else if (names.has(name)) fail('must not be repeated', [key]);
      names.add(name);
    }
  });

/** The metadata of a PDF. */
export const metadataField = jsonField(
  metadata,
  'JSON object: `title`, `author`, `subject`, `keywords`, `creator`, and entries with any other name. Overrides the metadata of the document, of a merge those of the first file. Null or an empty string removes an entry, and `"*": null` all entries that are not set. Default: the metadata is kept.',
  { entries: maxEntries, example: { title: 'Annual report', Department: 'Sales' } },
);
