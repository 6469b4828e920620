import { imageRows, loadingRows, printRows } from '../fields/page-rows.ts';
import { row, text, type FieldRow } from '../fields/row.ts';
import { finishingRows, splitRows } from './finishing-fields.ts';
import { gotenbergContract } from './gotenberg-contract.ts';

const sides = ['embeds', 'watermark', 'stamp', 'facturxXml'] as const;
const images = ['image/png', 'image/jpeg', 'image/webp'];

const statusRows: readonly FieldRow[] = [
  row(
    'failOnHttpStatusCodes',
    text,
    'JSON array of statuses of the page that are an error; 499 for all 4xx.',
    '[499,599]',
  ),
  row('failOnResourceHttpStatusCodes', text, 'The same for resources.', '[404]'),
  row(
    'ignoreResourceHttpStatusDomains',
    text,
    'JSON array of domains whose statuses do not matter.',
    '["example.com"]',
  ),
  row('extraHttpHeaders', text, 'JSON object of headers for the page.', '{"X-Name":"value"}'),
  row('waitWindowStatus', text, 'Value of `window.status` to wait for.', 'ready'),
];

const urlRow = row('url', text, 'URL of the page.', 'https://example.com/');

const sources = {
  html: {
    summary: 'an HTML file',
    loads: 'Loads `index.html` in Chromium',
    inputs: '`index.html`, and the files that it loads.',
    rows: [],
  },
  url: {
    summary: 'a web page',
    loads: 'Loads a page from a public address in Chromium',
    inputs: 'None.',
    rows: [urlRow],
  },
  markdown: {
    summary: 'Markdown files',
    loads: 'Converts the Markdown files that `index.html` names to HTML, loads the page in Chromium',
    inputs: '`index.html` with `{{ toHTML "file.md" }}`, the Markdown files, and what they load.',
    rows: [],
  },
} as const;

type Source = keyof typeof sources;

const convert = <const S extends Source>(source: S) =>
  gotenbergContract({
    family: 'chromium',
    path: `convert/${source}` as const,
    summary: `Convert ${sources[source].summary} to PDF`,
    description: `${sources[source].loads} and prints it.`,
    inputs: sources[source].inputs,
    side: sides,
    rows: [
      ...sources[source].rows,
      ...loadingRows,
      ...statusRows,
      ...printRows,
      ...splitRows,
      // Gotenberg does not flatten pages that it has printed.
      ...finishingRows.filter(({ name }) => name !== 'flatten'),
    ],
  });

const screenshot = <const S extends Source>(source: S) =>
  gotenbergContract({
    family: 'chromium',
    path: `screenshot/${source}` as const,
    summary: `Take a screenshot of ${sources[source].summary}`,
    description: `${sources[source].loads} and takes a screenshot of it as PNG, JPEG or WebP.`,
    inputs: sources[source].inputs,
    rows: [...sources[source].rows, ...loadingRows, ...statusRows, ...imageRows],
    results: images,
  });

/** The contracts below `/forms/chromium`. */
export const pageContracts = [
  convert('html'),
  convert('url'),
  convert('markdown'),
  screenshot('html'),
  screenshot('url'),
  screenshot('markdown'),
] as const;
