import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { plainPng } from '../../support/png.ts';
import { convertedBy } from './converted-by.ts';
import { conversions, filesIn } from './input-files.ts';
import { decoration, type Section, type SentResult } from './section.ts';
import type { CorpusClient } from '../corpus-client.ts';

type Fields = [name: string, value: Buffer | string][];

const ownPages = join(import.meta.dirname, 'pages');

/** Fields that a page needs, by its name. */
const further: Readonly<Record<string, Fields>> = {
  running: [
    ['headerTemplate', '<span class="title" style="font-size:9px"></span>'],
    [
      'footerTemplate',
      '<div style="font-size:9px;width:100%;text-align:center"><span class="pageNumber"></span> of <span class="totalPages"></span></div>',
    ],
  ],
};

/** @param always fields of each request */
const htmlSection = (title: string, flavours: Section['flavours'], always: Fields): Section => ({
  title,
  flavours,
  requests: ({ folders, flavours: wantedFlavours }) =>
    conversions(
      filesIn(folders.length > 0 ? folders : [ownPages], '**/*.{html,md,eml}'),
      wantedFlavours,
      (client, path, wanted) => rendered(client, path, [...wanted, ...always]),
    ),
});

/** HTML pages, Markdown files and mails to PDF: those of `pages`, or those in folders. */
export const html = htmlSection('HTML, Markdown, email', ['2b', '3b', '2a', 'ua1'], []);

/** With figures that the request declares to be decoration if they have no description. */
export const htmlWithDecoration = htmlSection(
  'HTML, Markdown, email, with `undescribedFigures=artifact`',
  ['ua1'],
  [decoration],
);

function rendered(
  client: CorpusClient,
  file: string,
  wanted: readonly Fields[number][],
): Promise<SentResult[]> {
  const kind = extname(file);
  const fileName = basename(file);
  const fields: Fields = [...wanted, ...(further[basename(file, kind)] ?? [])];
  const content = kind === '.html' ? withAssets(file) : readFileSync(file);
  if (kind === '.eml') {
    return convertedBy(client, '/api/convert/to-pdf', { fields: [['files', content], ...fields], fileName });
  }
  const path = kind === '.md' ? '/api/html/markdown' : '/api/html/file';
  return convertedBy(client, path, { fields: [['file', content], ['format', 'pdf'], ...fields], fileName });
}

/** A page that contains the files which it names. */
function withAssets(file: string): Buffer {
  const assets = { 'photo.png': photo, 'chart.svg': chart, 'given.ttf': font };
  let page = readFileSync(file, 'utf8');
  for (const [name, url] of Object.entries(assets)) {
    page = page.replaceAll(`"${name}"`, () => `"${url()}"`).replaceAll(`(${name})`, () => `(${url()})`);
  }
  return Buffer.from(page);
}

const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

const photo = () => dataUrl('image/png', plainPng(60, 40));
const chart = () => dataUrl('image/svg+xml', readFileSync(join(ownPages, 'chart.svg')));
const font = () =>
  dataUrl('font/ttf', readFileSync(join(import.meta.dirname, '../../fixtures/fonts/sample.ttf')));
