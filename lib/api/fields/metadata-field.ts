import * as z from 'zod';
import { informationKey } from './metadata.ts';
import { jsonField } from './json-field.ts';

const maxEntries = 50;
const maxKey = 100;
const maxText = 10_000;

/** Entries that are not text (PDF 32000-1, table 317), which cannot be changed. */
const noTexts = new Set(['CreationDate', 'ModDate', 'Trapped']);

const metadata = z
  .record(z.string(), z.string('must be text').max(maxText, `must have at most ${maxText} characters`), {
    error: 'must be an object of strings',
  })
  .meta({ propertyNames: { type: 'string', minLength: 1, maxLength: maxKey } })
  .superRefine((entries, context) => {
    const fail = (message: string, path: string[]) => context.addIssue({ code: 'custom', path, message });
    const names = new Set<string>();
    for (const key of Object.keys(entries)) {
      const name = informationKey(key);
      if (name === '' || name.length > maxKey || /\p{Cc}/u.test(name)) {
        fail(`must be a name of 1 to ${maxKey} characters`, [key.slice(0, maxKey)]);
      } else if (noTexts.has(name)) fail('must not be set', [key]);
      else if (names.has(name)) fail('must not be repeated', [key]);
      names.add(name);
    }
  });

/** The metadata of a PDF. */
export const metadataField = jsonField(
  metadata,
  "JSON object: `title`, `author`, `subject`, `keywords`, `creator`, and entries with any other name. Overrides the metadata of the first file; an empty string removes an entry. Default: the first file's metadata.",
  { entries: maxEntries, example: { title: 'Annual report', Department: 'Sales' } },
);
