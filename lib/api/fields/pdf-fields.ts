import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { documented } from './documented.ts';
import { fileNameField, passwordText } from './fields.ts';
import { jsonField } from './json-field.ts';
import { metadataField } from './metadata-field.ts';
import { pageRangesField } from './page-ranges-field.ts';

export const outlineModes = ['keep', 'files', 'none'] as const;

/** The fields of a merge. */
export const mergeFields = {
  pages: jsonField(
    z.array(pageRangesField('Pages of one file; null for all.').nullable(), {
      error: 'must be an array of texts and nulls',
    }),
    'JSON array with one entry for each file: the pages to take, as `1-3,5,7-`, or null for all. All pages when absent.',
    { entries: limits.mergeFiles, example: ['1-3', null] },
  ),
  passwords: jsonField(
    z.array(passwordText('must be text or null').nullable(), {
      error: 'must be an array of texts and nulls',
    }),
    'JSON array with one entry for each file: the password of an encrypted one, or null.',
    { entries: limits.mergeFiles, example: [null, 'secret'] },
  ),
  outline: documented(
    z
      .enum(outlineModes, { error: 'must be keep, files or none' })
      .optional()
      .transform((mode) => mode ?? 'keep'),
    "What becomes of bookmarks: `keep` has those of each file after one another, `files` a bookmark for each file with the file's own beneath, `none` none.",
    { enum: outlineModes, default: 'keep', examples: ['files'] },
  ),
  metadata: metadataField,
  fileName: fileNameField('Name of the result; `merged.pdf` when absent.'),
};

const ranges = pageRangesField(
  'Comma list of `n`, `n-m`, `n-` (to the end) and `-n` (the last n pages). One PDF per item, in the order ' +
    `written; items may overlap and repeat. At most ${limits.splitRanges}.`,
);

/** The fields of a split. */
export const splitFields = {
  ranges,
  password: passwordText('must be text')
    .optional()
    .meta({ description: 'For an encrypted document. None when absent.', examples: ['secret'] }),
  fileName: fileNameField("Base name of the parts; the input's when absent."),
};
