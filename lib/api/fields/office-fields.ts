import * as z from 'zod';
import { maxRangesLength, PageRangeError } from '../../base/page-ranges.ts';
import { documented } from './documented.ts';
import { booleanField, fileNameField, integerField, passwordText } from './fields.ts';
import { jobFields } from './job-fields.ts';
import { type PaperName, paperName, paperNames } from './lengths.ts';
import { maxPageRanges, officePageRanges } from './office-page-ranges.ts';
import { pageRangesPattern } from './page-ranges-field.ts';

const pdfaLevels = ['1b', '2b', '3b'] as const;
const commentModes = ['none', 'margin'] as const;
const trackedChangesModes = ['final', 'show'] as const;

const pageRanges = documented(
  z
    .string()
    .optional()
    .transform((list, context) => {
      try {
        return list === undefined ? undefined : officePageRanges(list);
      } catch (error) {
        if (!(error instanceof PageRangeError)) throw error;
        context.addIssue({ code: 'custom', message: error.message, params: { code: 'invalid-range' } });
        return z.NEVER;
      }
    })
    .pipe(z.string().optional()),
  `Pages of the PDF to include: a comma-separated list of up to ${maxPageRanges} items \`n\`, \`n-m\` and \`n-\` (to the end). Default: all pages.`,
  {
    maxLength: maxRangesLength,
    pattern: pageRangesPattern({ fromEnd: false, most: maxPageRanges }),
    examples: ['1-3,5'],
  },
);

/** The options of every office conversion. */
export const officeFields = {
  pageRanges,
  quality: integerField(1, 100, 90, 'Quality of JPEG compression for images.', 75),
  pdfa: documented(
    z.enum(pdfaLevels, { error: 'must be 1b, 2b or 3b' }).optional(),
    'PDF/A conformance level to export. The conformance of the result is not verified. Default: PDF without PDF/A.',
    { enum: pdfaLevels, examples: ['2b'] },
  ),
  exportBookmarks: booleanField(true, 'Whether headings or sheets become bookmarks.'),
  exportFormFields: booleanField(true, 'Whether form fields can be filled in.'),
  tagged: booleanField(false, 'Whether the PDF is tagged for accessibility.'),
};

/** The fields of every office conversion, in the order of the description. */
export const officeRequestFields = {
  password: passwordText('must be text')
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Password of an encrypted document. Default: none.', examples: ['secret'] }),
  ...officeFields,
  ...jobFields,
  fileName: fileNameField("File name of the result. Default: the input's with `.pdf`."),
};

/** @param margin where the mode `margin` places the comments of that kind of document */
const commentsField = (margin: string) =>
  documented(
    z
      .enum(commentModes, { error: 'must be none or margin' })
      .optional()
      .transform((mode) => mode ?? 'none')
      .pipe(z.enum(commentModes)),
    `How comments are exported: \`none\` omits them, \`margin\` places them ${margin}.`,
    { enum: commentModes, default: 'none', examples: ['margin'] },
  );

const trackedChanges = documented(
  z
    .enum(trackedChangesModes, { error: 'must be final or show' })
    .optional()
    .transform((mode) => mode ?? 'final')
    .pipe(z.enum(trackedChangesModes)),
  'How tracked changes are exported: `final` accepts all of them, `show` marks insertions and deletions in the ' +
    'text.',
  { enum: trackedChangesModes, default: 'final', examples: ['show'] },
);

/** @param units the parts of the document that have their own page size */
const paperField = (units: string) =>
  documented(
    z
      .string()
      .optional()
      .transform((name, context): PaperName => {
        const known = paperName(name ?? 'A4');
        if (known !== undefined) return known;
        context.addIssue({ code: 'custom', message: `must be one of ${paperNames.join(', ')}` });
        return z.NEVER;
      })
      .pipe(z.enum(paperNames)),
    `Paper size of ${units} that specify none, case-insensitive.`,
    { enum: paperNames, default: 'A4', examples: ['Letter'] },
  );

/** The options only for Word documents. */
export const docxFields = {
  comments: commentsField('beside the text, on pages that are scaled down to make room'),
  trackedChanges,
  pageSize: paperField('sections'),
};

/** The options only for workbooks. */
export const xlsxFields = {
  comments: commentsField('at their cells, as annotations of the PDF'),
  pageSize: paperField('sheets'),
  singlePageSheets: booleanField(false, 'Whether each sheet becomes a single page, as large as its content.'),
  landscape: booleanField(false, 'Whether all sheets are in landscape orientation.'),
};

/** The options only for presentations. */
export const pptxFields = {
  comments: commentsField('on the slides, as annotations of the PDF'),
  exportNotes: booleanField(false, 'Whether pages with the notes follow the slides.'),
  exportHiddenSlides: booleanField(false, 'Whether the PDF includes hidden slides.'),
};
