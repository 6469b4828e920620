import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { officeFormats } from '#lib/engines/office/formats.ts';
import { convertedBy } from './converted-by.ts';
import { fieldsFor, type Section } from './section.ts';

const extensions = ['dot', ...officeFormats.map(({ name }) => name)];

type Fields = [name: string, value: string][];

/** @param further fields of each request */
const officeSection = (title: string, flavours: Section['flavours'], further: Fields): Section => ({
  title,
  flavours,
  *requests(folders, wanted) {
    const files = folders.flatMap((folder) =>
      globSync(`**/*.{${extensions.join(',')}}`, { cwd: folder })
        .sort()
        .map((file) => join(folder, file)),
    );
    for (const flavour of wanted) {
      for (const file of files) {
        yield {
          name: basename(file),
          flavour,
          isRequested: true,
          send: (client) =>
            convertedBy(client, '/api/convert/to-pdf', {
              fields: [['files', readFileSync(file)], ...fieldsFor(flavour), ...further],
              fileName: basename(file),
            }),
        };
      }
    }
  },
});

/** Office documents to PDF. */
export const office = officeSection('Office documents', ['1b', '2b', '3b', '2a', 'ua1'], []);

/** With a language: PDF/UA requires one, and many documents state none. */
export const officeInLanguage = officeSection(
  'Office documents, with `Language`',
  ['ua1'],
  [['metadata', JSON.stringify({ Language: 'en' })]],
);
