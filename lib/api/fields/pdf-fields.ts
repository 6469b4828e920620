import * as z from 'zod';
import { limits } from '../../base/limits.ts';
import { documented } from './documented.ts';
import { choiceField, fileNameField, integerField, passwordText } from './fields.ts';
import { jsonField } from './json-field.ts';
import { finishingFields, partFields } from './finishing/finishing-fields.ts';
import { pageRangesField } from './page-ranges-field.ts';
import { splitModeFields, splitModes } from './split-modes.ts';

export const outlineModes = ['keep', 'files', 'none'] as const;

/** `passwords` of several documents. */
export const passwordsField = jsonField(
  z.array(passwordText('must be a string or null').nullable(), {
    error: 'must be an array of strings and nulls',
  }),
  'JSON array with one entry for each file: its password if it is encrypted, otherwise null. Default: no passwords.',
  { entries: limits.mergeFiles, example: [null, 'secret'] },
);

/** The fields of a merge. */
export const mergeFields = {
  pages: jsonField(
    z.array(pageRangesField('Pages of one file. Null for all pages.').nullable(), {
      error: 'must be an array of strings and nulls',
    }),
    'JSON array with one entry for each file: its pages, such as `1-3,5,7-`, or null for all pages. Default: all pages of all files.',
    { entries: limits.mergeFiles, example: ['1-3', null] },
  ),
  passwords: passwordsField,
  outline: documented(
    z
      .enum(outlineModes, { error: 'must be keep, files or none' })
      .optional()
      .transform((mode) => mode ?? 'keep'),
    "Bookmarks of the result: `keep` concatenates those of the files, `files` adds a bookmark for each file with the file's own beneath it, `none` removes all.",
    { enum: outlineModes, default: 'keep', examples: ['files'] },
  ),
  ...finishingFields,
  fileName: fileNameField('File name of the result. Default: `merged.pdf`.'),
};

/** The smallest limit of the size of parts, in bytes: about what an empty page takes. */
const leastPartBytes = 1000;

/** The fields that say how a PDF is split. */
const divisionFields = {
  mode: choiceField(
    splitModes,
    splitModeFields.byDefault,
    'Where the PDF is split: `ranges` creates one part for each item of `ranges`; `every` creates parts of `span` pages; ' +
      '`bookmarks` starts a part at each bookmark of the top level; `size` puts as many pages into each part as fit into `maxBytes`. ' +
      `At most ${limits.splitParts} parts.`,
    'every',
  ),
  ranges: pageRangesField(
    'Only for mode `ranges`, which requires it. Comma-separated list of `n`, `n-m`, `n-` (to the end) and `-n` (the last ' +
      `n pages). Each item becomes one PDF, in this order. Items can overlap and repeat. At most ${limits.splitRanges} items.`,
    limits.splitRanges,
  ).optional(),
  span: integerField(
    1,
    limits.pdfPages,
    undefined,
    'Only for mode `every`, which requires it. Number of pages of each part. The last part can have fewer.',
    10,
  ),
  maxBytes: integerField(
    leastPartBytes,
    limits.totalInput,
    undefined,
    'Only for mode `size`, which requires it. Size of the largest part, in bytes. A page that is larger on its own becomes ' +
      'a part with the warning `size-exceeded`.',
    5_000_000,
  ),
};

/** `password` of a single document. */
export const documentPassword = passwordText('must be a string')
  .optional()
  .meta({ description: 'Password of an encrypted document. Default: none.', examples: ['secret'] });

/** The fields of a split. Each part gets the finishing options. */
export const splitFields = {
  ...divisionFields,
  password: documentPassword,
  ...partFields,
  fileName: fileNameField(
    "Base name of the parts. Default: the input's; parts of mode `bookmarks` are then named after their bookmarks alone.",
  ),
};

/** The fields of an edit. */
export const editFields = {
  pages: pageRangesField(
    'Pages of the result, in their order: a comma-separated list of `n`, `n-m`, `n-` (to the end) and `-n` (the last n ' +
      'pages). Pages can be omitted and repeated. Default: all pages.',
  ).optional(),
  password: documentPassword,
  ...finishingFields,
  fileName: fileNameField("File name of the result. Default: the input's."),
};
