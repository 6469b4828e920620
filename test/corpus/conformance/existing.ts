import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { convertedBy } from './converted-by.ts';
import { fieldsFor, type Section } from './section.ts';

/** PDFs that other programs made. */
export const existing: Section = {
  title: 'Existing PDFs',
  flavours: ['2b'],
  *requests(folders, flavours) {
    const files = folders.flatMap((folder) =>
      globSync('**/*.pdf', { cwd: folder })
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
            convertedBy(client, '/api/pdf/edit', {
              fields: [['file', readFileSync(file)], ...fieldsFor(flavour)],
              fileName: basename(file),
            }),
        };
      }
    }
  },
};
