import { join } from 'node:path';
import { mostCalls, partsOf, type Task } from '../tasks/task.ts';
import type { Command } from './commands.ts';

const merged = (output: string): string => join(output, 'merged.pdf');
const part = (output: string, number: number): string =>
  join(output, `${String(number).padStart(4, '0')}.pdf`);

/** The usual tools for merging and splitting. */
export const pdfCommands = (pdfboxJar: string | undefined): Command[] => [
  {
    program: 'qpdf',
    version: ['--version'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [['--empty', '--pages', ...task.files, '--', merged(output)]];
      if (task.operation !== 'split') return undefined;
      return [[`--split-pages=${task.partPages}`, task.file, join(output, '%d.pdf')]];
    },
  },
  {
    program: 'mutool',
    version: ['-v'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [['merge', '-o', merged(output), ...task.files]];
      return callForEachPart(task, (file, pages, index) => [
        ...['merge', '-o', part(output, index)],
        ...[file, pages],
      ]);
    },
  },
  {
    program: 'pdfunite',
    version: ['-v'],
    calls: (task, output) => (task.operation === 'merge' ? [[...task.files, merged(output)]] : undefined),
  },
  {
    program: 'pdftk',
    version: ['--version'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [[...task.files, 'cat', 'output', merged(output)]];
      return callForEachPart(task, (file, pages, index) => [
        ...[file, 'cat', pages],
        ...['output', part(output, index)],
      ]);
    },
  },
  ...(pdfboxJar === undefined ? [] : [pdfbox(pdfboxJar)]),
];

function callForEachPart(
  task: Task,
  args: (file: string, pages: string, index: number) => string[],
): string[][] | undefined {
  if (task.operation !== 'split') return undefined;
  const parts = partsOf(task);
  if (parts.length > mostCalls) return undefined;
  return parts.map(([first, last], index) => args(task.file, `${first}-${last}`, index));
}

const pdfbox = (jar: string): Command => ({
  program: 'java',
  name: 'pdfbox',
  version: ['-jar', jar, 'version'],
  calls: (task, output) => {
    if (task.operation === 'merge')
      return [['-jar', jar, 'merge', ...task.files.flatMap((file) => ['-i', file]), '-o', merged(output)]];
    if (task.operation !== 'split') return undefined;
    const { file, partPages } = task;
    return [
      ['-jar', jar, 'split', `-split=${partPages}`, '-i', file, `-outputPrefix=${join(output, 'part')}`],
    ];
  },
});
