import { GoValueError, parseDuration } from '../form/go-values.ts';
import { cookiesOf, mediaFeaturesOf } from './page-values.ts';
import { bool, decimal, type FieldRow, inches, integer, option, row, text } from './row.ts';

const mediaType = (value: string): string => {
  if (value === 'screen' || value === 'print') return value;
  throw new GoValueError("wrong value, expected either 'screen', 'print' or empty");
};

/** Zero stands for the default. */
const unlessZero =
  (parse: FieldRow['parse']): FieldRow['parse'] =>
  (value) => {
    const parsed = parse(value);
    return Number(parsed) === 0 ? undefined : parsed;
  };

/** A page does not wait for a negative duration. */
const delay: FieldRow['parse'] = (value) => String(Math.max(0, parseDuration(value)));

/** Chromium starts at page 1 where a range has no start. */
const pageRanges = (value: string): string => value.replaceAll(/(?<=^|,)(?=\s*-)\s*/g, '1');

const imageFormat = (value: string): string => {
  if (['png', 'jpeg', 'webp'].includes(value)) return value;
  throw new GoValueError("wrong value, expected either 'png', 'jpeg' or 'webp'");
};

/** How a page is loaded. */
export const loadingRows: readonly FieldRow[] = [
  row('skipNetworkIdleEvent', bool, 'Whether to render before the network is idle.', 'false'),
  row('skipNetworkAlmostIdleEvent', bool, 'Whether to render before the network is almost idle.', 'false'),
  row('failOnConsoleExceptions', bool, 'Whether exceptions in the console are an error.', 'true'),
  row('failOnResourceLoadingFailed', bool, 'Whether resources that fail to load are an error.', 'true'),
  option('waitDelay', delay, 'How long to wait after the page has loaded.', '1.5s'),
  option('waitForExpression', text, 'JavaScript expression to wait for.', "window.status === 'ready'"),
  option('waitForSelector', text, 'CSS selector of an element to wait for.', '#ready'),
  option('userAgent', text, 'User agent of the browser.', 'Mozilla/5.0'),
  option('emulatedMediaType', mediaType, 'CSS media type: `screen` or `print`.', 'screen'),
  option('cookies', cookiesOf, 'JSON array of cookies.', '[{"name":"a","value":"b","domain":"example.com"}]'),
  option(
    'emulatedMediaFeatures',
    mediaFeaturesOf,
    'JSON object of CSS media features.',
    '{"prefers-color-scheme":"dark"}',
  ),
  row('omitBackground', bool, 'Whether the background is transparent.', 'true'),
];

const margin = (name: string): FieldRow =>
  option(name, inches, 'Margin: a number with a unit, or in inches.', '1cm', '0.39');

/** How a page is printed. */
export const printRows: readonly FieldRow[] = [
  option('landscape', bool, 'Whether the paper is in landscape orientation.', 'true'),
  option('printBackground', bool, 'Whether backgrounds are printed.', 'true', 'false'),
  option('scale', unlessZero(decimal), 'Scale of the content.', '0.8'),
  option('singlePage', bool, 'Whether the PDF is a single page.', 'true'),
  option('paperWidth', unlessZero(inches), 'Paper width.', '210mm', '8.5'),
  option('paperHeight', unlessZero(inches), 'Paper height.', '297mm', '11'),
  margin('marginTop'),
  margin('marginBottom'),
  margin('marginLeft'),
  margin('marginRight'),
  row('nativePageRanges', pageRanges, 'Pages to print.', '1-3,5', { option: 'pageRanges' }),
  option('preferCssPageSize', bool, 'Whether `@page { size }` takes precedence.', 'true', 'false'),
  row('generateDocumentOutline', bool, 'Whether headings become bookmarks.', 'true', {
    option: 'outline',
    byDefault: 'false',
  }),
  row('generateTaggedPdf', bool, 'Whether the PDF is tagged.', 'true', {
    option: 'tagged',
    byDefault: 'false',
  }),
];

/** How a page becomes a picture. */
export const imageRows: readonly FieldRow[] = [
  option('width', unlessZero(integer(0)), 'Width of the viewport in pixels.', '1280', '800'),
  option('height', unlessZero(integer(0)), 'Height of the viewport in pixels.', '720', '600'),
  row('clip', bool, 'Whether the image shows the viewport only.', 'true'),
  option('selector', text, 'CSS selector of the element to show.', '#chart'),
  option('format', imageFormat, 'Format: `png`, `jpeg` or `webp`.', 'jpeg', 'png'),
  option('quality', integer(0, 100), 'Quality of JPEG and WebP.', '80'),
  row('optimizeForSpeed', bool, 'Has no effect.', 'true'),
  option('deviceScaleFactor', unlessZero(decimal), 'Number of image pixels per CSS pixel.', '2'),
];

export const pageRows: readonly FieldRow[] = [...loadingRows, ...printRows, ...imageRows];
