import * as z from 'zod';
import type { ErrorCode } from '../../../base/app-error.ts';
import { documented } from '../documented.ts';
import { fileNameField } from '../fields.ts';
import { pageRangesPattern } from '../page-ranges-field.ts';
import {
  maxRangesLength,
  PageRangeError,
  parsePageRanges,
  unresolvedRanges,
} from '../../../base/page-ranges.ts';
import { imageDefaults, pageDefaults, paperDefaults, pdfDefaults } from './defaults.ts';
import { boolean, decimal, integer, length, optional, text, withDefault } from './field-kinds.ts';
import { cookiesField, headersField } from './json-fields.ts';
import { lengthHint, paper, paperNames, paperSize } from '../lengths.ts';

const formats = ['pdf', 'png', 'jpeg', 'webp'] as const;
const mediaTypes = ['print', 'screen'] as const;

const margin = (side: string) =>
  length(
    0,
    `Space at the ${side} of each page: ${lengthHint}.`,
    '20mm',
    `${paperDefaults.marginMillimetres}mm`,
  );

const pageRanges = documented(
  z
    .string()
    .optional()
    .transform((list, context) => {
      try {
        return list === undefined ? undefined : unresolvedRanges(parsePageRanges(list));
      } catch (error) {
        if (!(error instanceof PageRangeError)) throw error;
        context.addIssue({
          code: 'custom',
          message: error.message,
          params: { code: 'invalid-range' satisfies ErrorCode },
        });
        return z.NEVER;
      }
    })
    .pipe(z.string().optional()),
  'Pages of the PDF to keep: a comma list of `n`, `n-m` and `n-` (to the end). All when absent.',
  { maxLength: maxRangesLength, pattern: pageRangesPattern({ fromEnd: false }), examples: ['1-3,5'] },
);

const template = (where: string, area: string) =>
  text(
    100_000,
    `HTML for the ${where} of each page, within its ${area} margin. Elements of the classes \`date\`, \`title\`, ` +
      '`url`, `pageNumber` and `totalPages` are filled in. Set a font size; scripts do not run. None when absent.',
    '<div style="font-size:9px;width:100%;text-align:center"><span class="pageNumber"></span></div>',
  );

/** The paper that a page is printed on. */
const paperFields = {
  pageSize: documented(
    optional(paper, paperSize, `must be one of ${paperNames.join(', ')}`),
    withDefault('Size of the paper, in any case of letters.', paperDefaults.pageSize),
    { enum: paperNames, examples: ['Letter'] },
  ),
  paperWidth: length(0.1, `Instead of \`pageSize\`, with \`paperHeight\`: ${lengthHint}.`, '210mm'),
  paperHeight: length(0.1, 'Like `paperWidth`.', '297mm'),
  marginTop: margin('top'),
  marginRight: margin('right'),
  marginBottom: margin('bottom'),
  marginLeft: margin('left'),
} as const;

/** Further options only for PDFs. */
export const layoutFields = {
  landscape: boolean('Whether the paper is turned.', pdfDefaults.landscape),
  scale: decimal(0.1, 2, 'Size of the content, from 0.1 to 2.', 0.8, pdfDefaults.scale),
  pageRanges,
  preferCssPageSize: boolean(
    "Whether the page's own `@page { size }` wins over the paper.",
    pdfDefaults.preferCssPageSize,
  ),
  printBackground: boolean('Whether backgrounds are printed.', pdfDefaults.printBackground),
  singlePage: boolean('Whether the result is one page as high as the content.', pdfDefaults.singlePage),
  headerTemplate: template('head', 'top'),
  footerTemplate: template('foot', 'bottom'),
} as const;

/** Options only for PDFs. */
export const pdfFields = { ...paperFields, ...layoutFields } as const;

/** Options only for images. */
export const imageFields = {
  width: integer(1, 8192, 'Of the window, in CSS pixels.', 1024, imageDefaults.width),
  height: integer(1, 8192, 'Of the window, in CSS pixels.', 768, imageDefaults.height),
  fullPage: boolean(
    'Whether the picture shows the whole page or what the window shows. Does not go together with `selector`.',
    imageDefaults.fullPage,
  ),
  deviceScaleFactor: decimal(
    0.1,
    4,
    'Pixels of the picture for each CSS pixel, from 0.1 to 4.',
    2,
    imageDefaults.deviceScaleFactor,
  ),
  quality: integer(1, 100, 'Of JPEG and WebP, from 1 to 100.', 75, imageDefaults.quality),
  omitBackground: boolean(
    'Whether PNG and WebP are transparent where the page has no background.',
    imageDefaults.omitBackground,
  ),
  selector: text(
    2000,
    'CSS selector of the one element that the picture shows. The whole page when absent.',
    '#chart',
  ),
} as const;

/** How a page is loaded. */
export const pageFields = {
  waitDelay: integer(0, 10_000, 'Milliseconds to wait when everything is loaded. None when absent.', 500),
  waitForSelector: text(2000, 'CSS selector of an element to wait for. None when absent.', '#ready'),
  waitForExpression: text(
    10_000,
    'JavaScript to wait for until it is true. None when absent.',
    'window.ready === true',
  ),
  emulatedMediaType: documented(
    z.enum(mediaTypes, { error: 'must be print or screen' }).optional(),
    'CSS media type. Default `print` for PDFs, `screen` for pictures.',
    { enum: mediaTypes, examples: ['screen'] },
  ),
  javascript: boolean("Whether the page's scripts run.", pageDefaults.javascript),
  userAgent: text(
    1000,
    'What the browser calls itself, in printable ASCII. Its own name when absent.',
    'Mozilla/5.0 (compatible; ReportRenderer/1.0)',
    /^[\x20-\x7e]*$/,
  ),
  extraHttpHeaders: headersField,
  cookies: cookiesField,
};

/** The fields that both kinds of rendering accept. */
export const renderFields = {
  format: documented(
    z.enum(formats, { error: 'must be pdf, png, jpeg or webp' }),
    'What to make of the page.',
    { enum: formats, examples: ['pdf'] },
  ),
  ...pdfFields,
  ...imageFields,
  ...pageFields,
  fileName: fileNameField('Name of the result; the title of the page when absent.'),
};

export type RenderFields = z.output<z.ZodObject<typeof renderFields>>;
