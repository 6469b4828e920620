import * as z from 'zod';
import type { ErrorCode } from '../../../base/app-error.ts';
import { documented } from '../documented.ts';
import { fileNameField } from '../fields.ts';
import { finishingFields } from '../finishing/finishing-fields.ts';
import { pageRangesPattern } from '../page-ranges-field.ts';
import {
  maxRangesLength,
  PageRangeError,
  parsePageRanges,
  unresolvedRanges,
} from '../../../base/page-ranges.ts';
import { imageDefaults, pageDefaults, paperDefaults, pdfDefaults } from './defaults.ts';
import { boolean, decimal, integer, length, optional, text, withDefault } from './field-kinds.ts';
import { clipField } from './clip-field.ts';
import { cookiesField, headersField } from './json-fields.ts';
import { mediaFeaturesField } from './media-features-field.ts';
import { lengthHint, paper, paperNames, paperSize } from '../lengths.ts';

const formats = ['pdf', 'png', 'jpeg', 'webp'] as const;
const mediaTypes = ['print', 'screen'] as const;

const margin = (side: string) =>
  length(
    0,
    `Margin at the ${side} of each page: ${lengthHint}.`,
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
  'Pages of the PDF to include: a comma-separated list of `n`, `n-m` and `n-` (to the end). Default: all pages.',
  { maxLength: maxRangesLength, pattern: pageRangesPattern({ fromEnd: false }), examples: ['1-3,5'] },
);

const template = (where: string, area: string) =>
  text(
    100_000,
    `HTML of the ${where} of each page, printed in the ${area} margin. Elements with the classes \`date\`, \`title\`, ` +
      '`url`, `pageNumber` and `totalPages` are filled in. Set a font size; scripts do not run. Default: none.',
    '<div style="font-size:9px;width:100%;text-align:center"><span class="pageNumber"></span></div>',
  );

/** The paper that a page is printed on. */
export const paperFields = {
  pageSize: documented(
    optional(paper, paperSize, `must be one of ${paperNames.join(', ')}`),
    withDefault('Paper size, case-insensitive.', paperDefaults.pageSize),
    { enum: paperNames, examples: ['Letter'] },
  ),
  paperWidth: length(
    0.1,
    `Paper width, in place of \`pageSize\` and with \`paperHeight\`: ${lengthHint}.`,
    '210mm',
  ),
  paperHeight: length(0.1, 'Paper height, with `paperWidth`.', '297mm'),
  marginTop: margin('top'),
  marginRight: margin('right'),
  marginBottom: margin('bottom'),
  marginLeft: margin('left'),
} as const;

/** Further options only for PDFs. */
export const layoutFields = {
  landscape: boolean('Whether the paper is in landscape orientation.', pdfDefaults.landscape),
  scale: decimal(0.1, 2, 'Scale of the content, from 0.1 to 2.', 0.8, pdfDefaults.scale),
  pageRanges,
  preferCssPageSize: boolean(
    "Whether the page's `@page { size }` takes precedence over the paper size.",
    pdfDefaults.preferCssPageSize,
  ),
  printBackground: boolean('Whether backgrounds are printed.', pdfDefaults.printBackground),
  singlePage: boolean('Whether the result is a single page as high as the content.', pdfDefaults.singlePage),
  tagged: boolean(
    'Whether the PDF has tags: structure for screen readers and for copying text.',
    pdfDefaults.tagged,
  ),
  outline: boolean('Whether the headings of the page become bookmarks. Needs tags.', pdfDefaults.outline),
  headerTemplate: template('header', 'top'),
  footerTemplate: template('footer', 'bottom'),
} as const;

/** Options only for PDFs. */
export const pdfFields = { ...paperFields, ...layoutFields } as const;

/** Options only for images. */
export const imageFields = {
  width: integer(1, 8192, 'Width of the viewport in CSS pixels.', 1024, imageDefaults.width),
  height: integer(1, 8192, 'Height of the viewport in CSS pixels.', 768, imageDefaults.height),
  fullPage: boolean(
    'Whether the image shows the whole page rather than the viewport. Cannot be combined with `selector`.',
    imageDefaults.fullPage,
  ),
  deviceScaleFactor: decimal(
    0.1,
    4,
    'Number of image pixels per CSS pixel, from 0.1 to 4.',
    2,
    imageDefaults.deviceScaleFactor,
  ),
  quality: integer(1, 100, 'Quality of JPEG and WebP, from 1 to 100.', 75, imageDefaults.quality),
  omitBackground: boolean(
    'Whether PNG and WebP are transparent where the page has no background.',
    imageDefaults.omitBackground,
  ),
  selector: text(2000, 'CSS selector of the element to capture. Default: the whole page.', '#chart'),
  clip: clipField,
} as const;

/** How a page is loaded. */
export const pageFields = {
  waitDelay: integer(0, 10_000, 'Milliseconds to wait after everything has loaded. Default: no wait.', 500),
  waitForSelector: text(2000, 'CSS selector of an element to wait for. Default: none.', '#ready'),
  waitForExpression: text(
    10_000,
    'JavaScript expression. Rendering waits until it is true. Default: none.',
    'window.ready === true',
  ),
  emulatedMediaType: documented(
    z.enum(mediaTypes, { error: 'must be print or screen' }).optional(),
    'CSS media type. Default: `print` for PDFs, `screen` for images.',
    { enum: mediaTypes, examples: ['screen'] },
  ),
  javascript: boolean("Whether the page's scripts run.", pageDefaults.javascript),
  userAgent: text(
    1000,
    "User agent of the browser, in printable ASCII. Default: Chromium's.",
    'Mozilla/5.0 (compatible; ReportRenderer/1.0)',
    /^[\x20-\x7e]*$/,
  ),
  extraHttpHeaders: headersField,
  cookies: cookiesField,
  emulatedMediaFeatures: mediaFeaturesField,
  skipNetworkIdle: boolean(
    'Whether to render once the page has loaded: without scrolling through it, and without waiting for images and fonts ' +
      'that it requests later.',
    pageDefaults.skipNetworkIdle,
  ),
  failOnResourceErrors: boolean(
    'Whether a resource that cannot be loaded, or has a status of 400 or above, is an error (`render-failed`).',
    pageDefaults.failOnResourceErrors,
  ),
  failOnConsoleErrors: boolean(
    'Whether an uncaught exception or a call of `console.error` is an error (`render-failed`).',
    pageDefaults.failOnConsoleErrors,
  ),
};

/** The fields that both kinds of rendering accept. */
export const renderFields = {
  format: documented(z.enum(formats, { error: 'must be pdf, png, jpeg or webp' }), 'Format of the result.', {
    enum: formats,
    examples: ['pdf'],
  }),
  ...pdfFields,
  ...imageFields,
  ...pageFields,
  ...finishingFields,
  fileName: fileNameField('File name of the result. Default: the title of the page.'),
};

export type RenderFields = z.output<z.ZodObject<typeof renderFields>>;
