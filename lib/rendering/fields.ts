import * as z from 'zod';
import type { ErrorCode } from '../app-error.ts';
import { fileNameField } from '../http/fields.ts';
import { PageRangeError, parsePageRanges } from '../pdf/page-ranges.ts';
import { cookiesField, headersField } from './json-fields.ts';
import { inchesOf, lengthHint, paperSize, paperSizes } from './lengths.ts';

/** Undefined where absent, so that options can be told from defaults; `options.ts` fills in the defaults. */
const optional = <T>(read: (text: string) => T | undefined, message: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const value = text === undefined ? undefined : read(text);
      if (text === undefined || value !== undefined) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

const boolean = (description: string) =>
  optional(
    (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    'must be true or false',
  ).meta({
    description,
  });

const integer = (min: number, max: number, description: string) =>
  optional((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  }, `must be a whole number from ${min} to ${max}`).meta({ description });

const decimal = (min: number, max: number, description: string) =>
  optional((text) => {
    const value = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  }, `must be a number from ${min} to ${max}`).meta({ description });

const text = (max: number, description: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .optional()
    .meta({ description });

/** Acrobat's limit for the side of a page. */
const maxInches = 200;

const length = (min: number, description: string) =>
  optional((written) => {
    const value = inchesOf(written);
    return value !== undefined && value >= min && value <= maxInches ? value : undefined;
  }, `must be a length from ${min} to ${maxInches} inches: ${lengthHint}`).meta({
    description,
    examples: ['210mm'],
  });

const margin = (side: string) => length(0, `Space at the ${side} of each page. Default 10mm.`);

const pageRanges = z
  .string()
  .optional()
  .transform((list, context) => {
    try {
      if (list === undefined) return undefined;
      const ranges = parsePageRanges(list);
      const fromEnd = ranges.find(({ kind }) => kind === 'last');
      if (fromEnd) throw new PageRangeError(`'${fromEnd.text}' counts from the end: write n, n-m or n- here`);
      return ranges.map((range) => range.text.replaceAll(' ', '')).join(',');
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
  .meta({ description: 'Pages of the PDF to keep: `1-3,5,7-`. All when absent.', examples: ['1-3,5'] });

const template = (where: string, area: string) =>
  text(
    100_000,
    `HTML for the ${where} of each page, within its ${area} margin. Elements of the classes \`date\`, \`title\`, ` +
      '`url`, `pageNumber` and `totalPages` are filled in. Set a font size; scripts do not run.',
  ).meta({
    examples: [
      '<div style="font-size:9px;width:100%;text-align:center"><span class="pageNumber"></span></div>',
    ],
  });

/** Options of PDFs alone. */
export const pdfFields = {
  pageSize: optional(paperSize, `must be one of ${Object.keys(paperSizes).join(', ')}`).meta({
    description: `One of ${Object.keys(paperSizes).join(', ')}. Default A4.`,
  }),
  paperWidth: length(0.1, `Instead of \`pageSize\`, with \`paperHeight\`: ${lengthHint}.`),
  paperHeight: length(0.1, 'Like `paperWidth`.'),
  marginTop: margin('top'),
  marginRight: margin('right'),
  marginBottom: margin('bottom'),
  marginLeft: margin('left'),
  landscape: boolean('Whether the paper is turned. Default false.'),
  scale: decimal(0.1, 2, 'Size of the content, from 0.1 to 2. Default 1.'),
  pageRanges,
  preferCssPageSize: boolean("Whether the page's own `@page { size }` wins over the paper. Default true."),
  printBackground: boolean('Whether backgrounds are printed. Default true.'),
  singlePage: boolean('Whether the result is one page as high as the content. Default false.'),
  headerTemplate: template('head', 'top'),
  footerTemplate: template('foot', 'bottom'),
} as const;

/** Options of pictures alone. */
export const imageFields = {
  width: integer(1, 8192, 'Of the window, in CSS pixels. Default 1280.'),
  height: integer(1, 8192, 'Of the window, in CSS pixels. Default 800.'),
  fullPage: boolean('Whether the picture shows the whole page or what the window shows. Default true.'),
  deviceScaleFactor: decimal(0.1, 4, 'Pixels of the picture for each CSS pixel, from 0.1 to 4. Default 1.'),
  quality: integer(1, 100, 'Of JPEG and WebP, from 1 to 100. Default 90.'),
  omitBackground: boolean(
    'Whether PNG and WebP are transparent where the page has no background. Default false.',
  ),
  selector: text(2000, 'CSS selector of the one element that the picture shows, instead of the page.'),
} as const;

const pageFields = {
  waitDelay: integer(0, 10_000, 'Milliseconds to wait when everything is loaded, up to 10000.'),
  waitForSelector: text(2000, 'CSS selector of an element to wait for.'),
  waitForExpression: text(10_000, 'JavaScript to wait for until it is true: `window.ready === true`.'),
  emulatedMediaType: z
    .enum(['print', 'screen'], { error: 'must be print or screen' })
    .optional()
    .meta({ description: 'CSS media type. Default `print` for PDFs, `screen` for pictures.' }),
  javascript: boolean("Whether the page's scripts run. Default true."),
  userAgent: text(1000, 'What the browser calls itself.').refine(
    (agent) => agent === undefined || /^[\x20-\x7e]*$/.test(agent),
    'must be printable ASCII',
  ),
  extraHttpHeaders: headersField,
  cookies: cookiesField,
};

/** The fields that both ways of rendering take. */
export const renderFields = {
  format: z
    .enum(['pdf', 'png', 'jpeg', 'webp'], { error: 'must be pdf, png, jpeg or webp' })
    .meta({ description: 'What to make of the page.' }),
  ...pdfFields,
  ...imageFields,
  ...pageFields,
  fileName: fileNameField('Name of the result; the title of the page when absent.'),
};

export type RenderFields = z.output<z.ZodObject<typeof renderFields>>;

type Fault = [field: keyof RenderFields, message: string];

/** What single fields cannot tell: options of another format, and options that exclude each other. */
export function checkRenderFields(fields: RenderFields, context: z.core.$RefinementCtx): void {
  for (const [field, message] of [
    ...foreignOptions(fields),
    ...paperFaults(fields),
    ...imageFaults(fields),
  ]) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

function foreignOptions(fields: RenderFields): Fault[] {
  const foreign: object = fields.format === 'pdf' ? imageFields : pdfFields;
  const applies = fields.format === 'pdf' ? 'pictures' : 'PDFs';
  return (Object.keys(foreign) as (keyof RenderFields)[])
    .filter((field) => fields[field] !== undefined)
    .map((field) => [field, `applies to ${applies}, and the format is ${fields.format}`]);
}

function paperFaults(fields: RenderFields): Fault[] {
  const { pageSize, paperWidth, paperHeight } = fields;
  const faults: Fault[] = [];
  if (pageSize && paperWidth !== undefined) faults.push(['paperWidth', 'does not go together with pageSize']);
  if (pageSize && paperHeight !== undefined)
    faults.push(['paperHeight', 'does not go together with pageSize']);
  if (faults.length === 0 && (paperWidth === undefined) !== (paperHeight === undefined)) {
    const [missing, given] =
      paperWidth === undefined
        ? (['paperWidth', 'paperHeight'] as const)
        : (['paperHeight', 'paperWidth'] as const);
    faults.push([missing, `must be given with ${given}`]);
  }
  return faults;
}

function imageFaults({ format, quality, omitBackground, selector, fullPage }: RenderFields): Fault[] {
  const faults: Fault[] = [];
  if (format === 'png' && quality !== undefined)
    faults.push(['quality', 'applies to jpeg and webp, and the format is png']);
  if (format === 'jpeg' && omitBackground)
    faults.push(['omitBackground', 'applies to png and webp: JPEG knows no transparency']);
  if (selector !== undefined && fullPage !== undefined)
    faults.push(['fullPage', 'does not go together with selector']);
  return faults;
}
