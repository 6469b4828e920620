import { choiceField, fileNameField } from './fields.ts';
import { pageRangesField } from './page-ranges-field.ts';
import { documentPassword } from './pdf-fields.ts';

/** The formats of the text of a PDF. */
export const textFormats = ['text', 'json', 'markdown'] as const;

export type TextFormat = (typeof textFormats)[number];

/** The media type of each format. */
export const textMediaTypes = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
} as const satisfies Record<TextFormat, string>;

/** The fields that say which text is read, and how it is written. */
export const textFields = {
  format: choiceField(
    textFormats,
    'text',
    'Format of the text: `text` has lines and, between pages, form feeds; `markdown` also has headings, lists, tables and ' +
      'links; `json` has the positions, fonts and sizes of all lines.',
    'markdown',
  ),
  pages: pageRangesField(
    'Pages to read, in their order: a comma-separated list of `n`, `n-m`, `n-` (to the end) and `-n` (the last n pages). ' +
      'Default: all pages.',
  ).optional(),
  password: documentPassword,
  fileName: fileNameField(
    "Only for jobs and `deliverTo`: file name of the result, whose extension is that of its format. Default: the input's name.",
  ),
};
