import { join } from 'node:path';
import {
  dotsPerInch,
  edits,
  mostCalls,
  partsOf,
  type Task,
  thumbnailDpi,
  thumbnailWidth,
} from '../tasks/task.ts';
import type { Command } from './commands.ts';
import { ghostscript } from './ghostscript.ts';
import { popplerCommands } from './poppler-commands.ts';
import { cargoVersion } from './versions.ts';

const merged = (output: string): string => join(output, 'merged.pdf');
const edited = (output: string): string => join(output, 'edited.pdf');
const { stamp, rotate, encrypt } = edits;
const pictures = (output: string): string => join(output, '%04d.png');
const read = (output: string): string => join(output, 'read.txt');
const part = (output: string, number: number): string =>
  join(output, `${String(number).padStart(4, '0')}.pdf`);

/** What of a document qpdf is to print, other than the content of all objects. */
const reported = ['pages', 'pagelabels', 'outlines', 'acroform', 'attachments', 'encrypt'];

const isInspection = ({ operation }: Task): boolean => operation === 'inspect';

/** The usual tools for PDFs. @param folder for files that they read */
export const pdfCommands = (folder: string, pdfboxJar: string | undefined): Command[] => [
  {
    program: 'qpdf',
    version: ['--version'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [['--empty', '--pages', ...task.files, '--', merged(output)]];
      if (task.operation === 'split')
        return [[`--split-pages=${task.partPages}`, task.file, join(output, '%d.pdf')]];
      if (task.operation === 'rotate') return [[`--rotate=+${rotate}`, task.file, edited(output)]];
      if (task.operation === 'flatten') {
        return [['--generate-appearances', '--flatten-annotations=all', task.file, edited(output)]];
      }
      if (task.operation === 'linearize') return [['--linearize', task.file, edited(output)]];
      if (task.operation === 'compress') {
        const best = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];
        return [[...best, task.file, edited(output)]];
      }
      if (task.operation === 'inspect')
        return [
          ['--json', ...reported.map((key) => `--json-key=${key}`), task.file, join(output, 'read.json')],
        ];
      if (task.operation !== 'encrypt') return undefined;
      const { userPassword, ownerPassword } = encrypt;
      return [['--encrypt', userPassword, ownerPassword, '256', '--', task.file, edited(output)]];
    },
  },
  {
    program: 'img2pdf',
    version: ['--version'],
    calls: (task, output) =>
      task.operation === 'images → pdf' ? [[...task.files, '--output', merged(output)]] : undefined,
  },
  {
    program: 'mutool',
    version: ['-v'],
    prints: isInspection,
    calls: (task, output) => {
      if (task.operation === 'merge') return [['merge', '-o', merged(output), ...task.files]];
      if (task.operation === 'encrypt') {
        const passwords = ['-U', encrypt.userPassword, '-O', encrypt.ownerPassword];
        return [['clean', '-E', 'aes-256', ...passwords, task.file, edited(output)]];
      }
      if (task.operation === 'flatten') return [['bake', task.file, edited(output)]];
      if (task.operation === 'compress') return [['clean', '-gggz', task.file, edited(output)]];
      if (task.operation === 'thumbnail')
        return [['draw', '-q', '-w', String(thumbnailWidth), '-o', join(output, 'page.png'), task.file, '1']];
      if (task.operation === 'pdf → png')
        return [['draw', '-q', '-r', String(dotsPerInch), '-o', pictures(output), task.file]];
      if (task.operation === 'inspect') return [['info', '-M', '-F', '-I', task.file]];
      if (task.operation === 'pdf → text')
        return [['draw', '-q', '-F', 'txt', '-o', read(output), task.file]];
      return callForEachPart(task, (file, pages, index) => [
        ...['merge', '-o', part(output, index)],
        ...[file, pages],
      ]);
    },
  },
  {
    program: 'pdq',
    version: cargoVersion,
    calls: (task, output) => {
      if (task.operation === 'merge') return [['merge', '-o', merged(output), ...task.files]];
      if (task.operation === 'split') {
        const parts = ['--pages-per-file', String(task.partPages), '-o', join(output, '%d.pdf')];
        return [['split-pages', ...parts, task.file]];
      }
      const drawn = ['-o', join(output, '%d.png')];
      if (task.operation === 'pdf → png')
        return [['render', '--dpi', String(dotsPerInch), ...drawn, task.file]];
      if (task.operation !== 'thumbnail') return undefined;
      return [['render', '--dpi', String(thumbnailDpi), '--pages', '1', ...drawn, task.file]];
    },
  },
  ...popplerCommands,
  {
    program: 'pdftk',
    version: ['--version'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [[...task.files, 'cat', 'output', merged(output)]];
      if (task.operation === 'rotate') return [[task.file, 'cat', '1-endright', 'output', edited(output)]];
      if (task.operation === 'fill')
        return [[task.file, 'fill_form', task.values.fdf, 'output', edited(output)]];
      return callForEachPart(task, (file, pages, index) => [
        ...[file, 'cat', pages],
        ...['output', part(output, index)],
      ]);
    },
  },
  {
    program: 'pdfcpu',
    version: ['version'],
    prints: isInspection,
    calls: (task, output) => {
      if (task.operation === 'merge') return [['merge', merged(output), ...task.files]];
      if (task.operation === 'split')
        return [['split', '--mode', 'span', task.file, output, String(task.partPages)]];
      if (task.operation === 'stamp') {
        const description = `points:${stamp.fontSize}, scale:1 abs, rot:0`;
        return [['stamp', 'add', '--mode', 'text', '--', stamp.text, description, task.file, edited(output)]];
      }
      if (task.operation === 'rotate') return [['rotate', task.file, String(rotate), edited(output)]];
      if (task.operation === 'compress') return [['optimize', task.file, edited(output)]];
      if (task.operation === 'inspect') return [['info', '--json', '--fonts', task.file]];
      if (task.operation === 'fill') return [['form', 'fill', task.file, task.values.json, edited(output)]];
      if (task.operation === 'images → pdf')
        return [['import', '--', 'pos:full', merged(output), ...task.files]];
      if (task.operation !== 'encrypt') return undefined;
      const passwords = ['--upw', encrypt.userPassword, '--opw', encrypt.ownerPassword];
      return [['encrypt', '--mode', 'aes', '--key', '256', ...passwords, task.file, edited(output)]];
    },
  },
  ghostscript(folder),
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

/**
 * veraPDF as a program, which is called with `--flavour 2b FILE` and prints PASS or FAIL.
 *
 * @param command the program and its own arguments, separated by spaces
 */
export function veraPdfCommand(command: string): Command {
  const [program = '', ...own] = command.split(' ');
  return {
    program,
    name: 'veraPDF',
    version: ['--version'],
    own,
    prints: () => true,
    calls: (task) => (task.operation === 'validate' ? [['--flavour', edits.archive, task.file]] : undefined),
  };
}
