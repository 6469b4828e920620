import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { officeFormats } from '#lib/engines/office/formats.ts';
import { convertedBy } from './converted-by.ts';
import { fieldsFor, type Section } from './section.ts';

const extensions = ['dot', ...officeFormats.map(({ name }) => name)];

/** Office documents to PDF. */
export const office: Section = {
  title: 'Office documents',
  flavours: ['1b', '2b', '3b', '2a', 'ua1'],
  *requests(folders, flavours) {
    const files = folders.flatMap((folder) =>
      globSync(`**/*.{${extensions.join(',')}}`, { cwd: folder })
        .sort()
        .map((file) => join(folder, file)),
    );
    for (const flavour of flavours) {
      for (const file of files) {
        yield {
          name: basename(file),
          flavour,
          isRequested: true,
          send: (client) =>
            convertedBy(client, '/api/convert/to-pdf', {
              fields: [['files', readFileSync(file)], ...fieldsFor(flavour)],
              fileName: basename(file),
            }),
        };
      }
    }
  },
};
