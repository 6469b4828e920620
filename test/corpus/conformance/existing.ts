import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { convertedBy } from './converted-by.ts';
import { conversions, filesIn } from './input-files.ts';
import type { Section } from './section.ts';

/** PDFs that other programs made. */
export const existing: Section = {
  title: 'Existing PDFs',
  flavours: ['1b', '2b', '3u'],
  requests: ({ folders, flavours }) =>
    conversions(filesIn(folders, '**/*.pdf'), flavours, (client, path, wanted) =>
      convertedBy(client, '/api/pdf/edit', {
        fields: [['file', readFileSync(path)], ...wanted],
        fileName: basename(path),
      }),
    ),
};
