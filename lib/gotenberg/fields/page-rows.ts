import { GoValueError } from '../form/go-values.ts';
import { cookiesOf, mediaFeaturesOf } from './page-values.ts';
import { bool, decimal, type FieldRow, inches, integer, milliseconds, row, text } from './row.ts';

const mediaType = (value: string): string => {
  if (value === 'screen' || value === 'print') return value;
  throw new GoValueError("wrong value, expected either 'screen', 'print' or empty");
};

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
  row('waitDelay', milliseconds, 'How long to wait after the page has loaded.', '1.5s', {
    option: 'waitDelay',
  }),
  row('waitForExpression', text, 'JavaScript expression to wait for.', "window.status === 'ready'", {
    option: 'waitForExpression',
  }),
  row('waitForSelector', text, 'CSS selector of an element to wait for.', '#ready', {
    option: 'waitForSelector',
  }),
  row('userAgent', text, 'User agent of the browser.', 'Mozilla/5.0', { option: 'userAgent' }),
  row('emulatedMediaType', mediaType, 'CSS media type: `screen` or `print`.', 'screen', {
    option: 'emulatedMediaType',
  }),
  row('cookies', cookiesOf, 'JSON array of cookies.', '[{"name":"a","value":"b","domain":"example.com"}]', {
    option: 'cookies',
  }),
  row(
    'emulatedMediaFeatures',
    mediaFeaturesOf,
    'JSON object of CSS media features.',
    '{"prefers-color-scheme":"dark"}',
    {
      option: 'emulatedMediaFeatures',
    },
  ),
  row('omitBackground', bool, 'Whether the background is transparent.', 'true'),
];

const margin = (name: string): FieldRow =>
  row(name, inches, 'Margin: a number with a unit, or in inches.', '1cm', {
    option: name,
    byDefault: '0.39',
  });

/** How a page is printed. */
export const printRows: readonly FieldRow[] = [
  row('landscape', bool, 'Whether the paper is in landscape orientation.', 'true', { option: 'landscape' }),
  row('printBackground', bool, 'Whether backgrounds are printed.', 'true', {
    option: 'printBackground',
    byDefault: 'false',
  }),
  row('scale', decimal, 'Scale of the content.', '0.8', { option: 'scale' }),
  row('singlePage', bool, 'Whether the PDF is a single page.', 'true', { option: 'singlePage' }),
  row('paperWidth', inches, 'Paper width.', '210mm', { option: 'paperWidth', byDefault: '8.5' }),
  row('paperHeight', inches, 'Paper height.', '297mm', { option: 'paperHeight', byDefault: '11' }),
  margin('marginTop'),
  margin('marginBottom'),
  margin('marginLeft'),
  margin('marginRight'),
  row('nativePageRanges', text, 'Pages to print.', '1-3,5', { option: 'pageRanges' }),
  row('preferCssPageSize', bool, 'Whether `@page { size }` takes precedence.', 'true', {
    option: 'preferCssPageSize',
  }),
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
  row('width', integer(1), 'Width of the viewport in pixels.', '1280', { option: 'width', byDefault: '800' }),
  row('height', integer(1), 'Height of the viewport in pixels.', '720', {
    option: 'height',
    byDefault: '600',
  }),
  row('clip', bool, 'Whether the picture shows the viewport only.', 'true'),
  row('selector', text, 'CSS selector of the element to show.', '#chart', { option: 'selector' }),
  row('format', imageFormat, 'Format: `png`, `jpeg` or `webp`.', 'jpeg', {
    option: 'format',
    byDefault: 'png',
  }),
  row('quality', integer(0, 100), 'Quality of JPEG and WebP.', '80', { option: 'quality' }),
  row('optimizeForSpeed', bool, 'Has no effect.', 'true'),
  row('deviceScaleFactor', decimal, 'Pixels of the picture for each CSS pixel.', '2', {
    option: 'deviceScaleFactor',
  }),
];

export const pageRows: readonly FieldRow[] = [...loadingRows, ...printRows, ...imageRows];
