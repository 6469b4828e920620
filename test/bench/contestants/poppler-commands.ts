import { join } from 'node:path';
import { dotsPerInch, type ReadTask, thumbnailWidth } from '../tasks/task.ts';
import type { Command } from './commands.ts';

/** Poppler's programs, each of which does one thing. */
export const popplerCommands: readonly Command[] = [
  {
    program: 'pdfunite',
    version: ['-v'],
    calls: (task, output) =>
      task.operation === 'merge' ? [[...task.files, join(output, 'merged.pdf')]] : undefined,
  },
  {
    program: 'pdftoppm',
    version: ['-v'],
    calls: (task, output) => {
      const page = join(output, 'page');
      if (task.operation === 'pdf → png') return [['-r', String(dotsPerInch), '-png', task.file, page]];
      if (task.operation !== 'thumbnail') return undefined;
      const size = ['-scale-to-x', String(thumbnailWidth), '-scale-to-y', '-1'];
      return [['-singlefile', ...size, '-png', task.file, page]];
    },
  },
  {
    program: 'pdftotext',
    version: ['-v'],
    calls: (task, output) =>
      task.operation === 'pdf → text' ? [[task.file, join(output, 'read.txt')]] : undefined,
  },
  {
    program: 'pdfinfo',
    version: ['-v'],
    prints: () => true,
    calls: (task) => (task.operation === 'inspect' ? [pagesAndAll(task)] : undefined),
  },
];

/** With the size of each page. */
const pagesAndAll = ({ file, pages }: ReadTask): string[] => ['-l', String(pages), file];
