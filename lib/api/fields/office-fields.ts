import * as z from 'zod';
import { maxRangesLength, PageRangeError } from '../../base/page-ranges.ts';
import { documented } from './documented.ts';
import { booleanField, choiceField, fileNameField, integerField, passwordText } from './fields.ts';
import { boolean } from './html/field-kinds.ts';
import { jobFields } from './job-fields.ts';
import { type PaperName, paperName, paperNames } from './lengths.ts';
import { textEncodings } from './text-encodings.ts';
import { maxPageRanges, officePageRanges } from './office-page-ranges.ts';
import { pageRangesPattern } from './page-ranges-field.ts';
import { pdfExportFields } from './pdf-export-fields.ts';

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
  exportBookmarks: booleanField(true, 'Whether headings or sheets become bookmarks.'),
  exportFormFields: booleanField(true, 'Whether form fields can be filled in.'),
  tagged: boolean(
    'Whether the PDF is tagged for accessibility. Default: true with `pdfa` or `pdfua`, otherwise false. PDF/A is always tagged.',
    undefined,
  ),
};

export const officePassword = passwordText('must be a string')
  .min(1, 'must not be empty')
  .optional()
  .meta({ description: 'Password of an encrypted document. Default: none.', examples: ['secret'] });

/** The fields of every conversion to PDF, in the order of the description. */
export const officeRequestFields = {
  password: officePassword,
  ...officeFields,
  ...pdfExportFields,
  ...jobFields,
  fileName: fileNameField("File name of the result. Default: the input's with `.pdf`."),
};

/** @param margin where the mode `margin` places the comments of that kind of document */
const commentsField = (margin: string) =>
  choiceField(
    ['none', 'margin'],
    'none',
    `How comments are exported: \`none\` omits them, \`margin\` places them ${margin}.`,
    'margin',
  );

const trackedChanges = choiceField(
  ['final', 'show'],
  'final',
  'How tracked changes are exported: `final` accepts all of them, `show` marks insertions and deletions in the text.',
  'show',
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
  skipEmptyPages: booleanField(
    true,
    'Whether the PDF omits blank pages that only make a section start on an odd or even page.',
  ),
  exportPlaceholders: booleanField(
    false,
    'Whether the PDF shows the prompts of placeholder fields of an OpenDocument text. Has no effect unless `exportFormFields` is false: otherwise, they are form fields.',
  ),
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
  exportOnlyNotesPages: booleanField(
    false,
    'Whether the PDF has the pages with the notes and not the slides. Requires `exportNotes`.',
  ),
  exportHiddenSlides: booleanField(false, 'Whether the PDF includes hidden slides.'),
  useTransitionEffects: booleanField(
    false,
    'Whether transitions between slides become transitions between pages, which viewers show in full-screen mode.',
  ),
};

const separatorNames = [',', ';', '|', 'tab'] as const;

const separator = documented(
  z
    .enum(separatorNames, { error: 'must be a comma, a semicolon, | or tab' })
    .optional()
    .transform((name) => (name === 'tab' ? '\t' : name))
    .pipe(z.enum([',', ';', '|', '\t']).optional()),
  'Separator of the columns of CSV and TSV. Default: detected.',
  { enum: separatorNames, examples: [';'] },
);

const encoding = documented(
  z.enum(textEncodings, { error: `must be one of ${textEncodings.join(', ')}` }).optional(),
  'Character encoding of TXT, CSV and TSV. Default: by the byte order mark, UTF-8 if the file is valid UTF-8, otherwise `windows-1252`.',
  { enum: textEncodings, examples: ['windows-1251'] },
);

/** The options only for text files. */
export const plainTextFields = { separator, encoding };

/** The options of the conversion of all formats. Each applies to the kinds of documents that have it. */
export const allFormatFields = {
  ...docxFields,
  ...xlsxFields,
  ...pptxFields,
  comments: commentsField(
    'beside the text of text documents, and as annotations in workbooks and presentations',
  ),
  pageSize: paperField('DOCX sections and XLSX sheets'),
  ...plainTextFields,
};
