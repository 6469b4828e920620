import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { officeFormats } from '#lib/engines/office/formats.ts';
import { convertedBy } from './converted-by.ts';
import { conversions, filesIn } from './input-files.ts';
import { decoration, type Section } from './section.ts';

const extensions = ['dot', ...officeFormats.map(({ name }) => name)];

/** @param further fields of each request */
const officeSection = (
  title: string,
  flavours: Section['flavours'],
  further: [name: string, value: string][],
): Section => ({
  title,
  flavours,
  requests: ({ folders, flavours: wantedFlavours }) =>
    conversions(filesIn(folders, `**/*.{${extensions.join(',')}}`), wantedFlavours, (client, path, wanted) =>
      convertedBy(client, '/api/convert/to-pdf', {
        fields: [['files', readFileSync(path)], ...wanted, ...further],
        fileName: basename(path),
      }),
    ),
});

/** Office documents to PDF. */
export const office = officeSection('Office documents', ['1b', '2b', '3b', '2a', 'ua1'], []);

/** With figures that the request declares to be decoration if they have no description. */
export const officeWithDecoration = officeSection(
  'Office documents, with `undescribedFigures=artifact`',
  ['ua1'],
  [decoration],
);

/** With all that only an author can state: the language, and which figures are decoration. */
export const officeWithStatements = officeSection(
  'Office documents, with `Language` and `undescribedFigures=artifact`',
  ['ua1'],
  [['metadata', JSON.stringify({ Language: 'en' })], decoration],
);
