import { join } from 'node:path';
import { dotsPerInch, edits, mostCalls, partsOf, type Task } from '../tasks/task.ts';
import type { Command } from './commands.ts';

const merged = (output: string): string => join(output, 'merged.pdf');
const edited = (output: string): string => join(output, 'edited.pdf');
const { stamp, rotate, encrypt } = edits;
const pictures = (output: string): string => join(output, '%04d.png');
const read = (output: string): string => join(output, 'read.txt');
const part = (output: string, number: number): string =>
  join(output, `${String(number).padStart(4, '0')}.pdf`);

/** The usual tools for merging, splitting and editing. */
export const pdfCommands = (pdfboxJar: string | undefined): Command[] => [
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
      if (task.operation !== 'encrypt') return undefined;
      const { userPassword, ownerPassword } = encrypt;
      return [['--encrypt', userPassword, ownerPassword, '256', '--', task.file, edited(output)]];
    },
  },
  {
    program: 'img2pdf',
    version: ['--version'],
    calls: (task, output) =>
      task.operation === 'pictures → pdf' ? [[...task.files, '--output', merged(output)]] : undefined,
  },
  {
    program: 'mutool',
    version: ['-v'],
    calls: (task, output) => {
      if (task.operation === 'merge') return [['merge', '-o', merged(output), ...task.files]];
      if (task.operation === 'encrypt') {
        const passwords = ['-U', encrypt.userPassword, '-O', encrypt.ownerPassword];
        return [['clean', '-E', 'aes-256', ...passwords, task.file, edited(output)]];
      }
      if (task.operation === 'compress') return [['clean', '-gggz', task.file, edited(output)]];
      if (task.operation === 'pdf → png')
        return [['draw', '-q', '-r', String(dotsPerInch), '-o', pictures(output), task.file]];
      if (task.operation === 'pdf → text')
        return [['draw', '-q', '-F', 'txt', '-o', read(output), task.file]];
      return callForEachPart(task, (file, pages, index) => [
        ...['merge', '-o', part(output, index)],
        ...[file, pages],
      ]);
    },
  },
  {
    program: 'pdftoppm',
    version: ['-v'],
    calls: (task, output) =>
      task.operation === 'pdf → png'
        ? [['-r', String(dotsPerInch), '-png', task.file, join(output, 'page')]]
        : undefined,
  },
  {
    program: 'pdftotext',
    version: ['-v'],
    calls: (task, output) => (task.operation === 'pdf → text' ? [[task.file, read(output)]] : undefined),
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
      if (task.operation === 'flatten') return [[task.file, 'output', edited(output), 'flatten']];
      return callForEachPart(task, (file, pages, index) => [
        ...[file, 'cat', pages],
        ...['output', part(output, index)],
      ]);
    },
  },
  {
    program: 'pdfcpu',
    version: ['version'],
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
      if (task.operation !== 'encrypt') return undefined;
      const passwords = ['--upw', encrypt.userPassword, '--opw', encrypt.ownerPassword];
      return [['encrypt', '--mode', 'aes', '--key', '256', ...passwords, task.file, edited(output)]];
    },
  },
  {
    program: 'gs',
    version: ['--version'],
    calls: (task, output) => {
      const writing = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pdfwrite'];
      const file = [`-sOutputFile=${edited(output)}`];
      if (task.operation === 'compress') return [[...writing, ...file, task.file]];
      if (task.operation === 'pdf → png') {
        const drawing = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=png16m', `-r${dotsPerInch}`];
        const smooth = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
        return [[...drawing, ...smooth, `-sOutputFile=${pictures(output)}`, task.file]];
      }
      if (task.operation === 'linearize') return [[...writing, '-dFastWebView=true', ...file, task.file]];
      return undefined;
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
    prints: true,
    calls: (task) => (task.operation === 'validate' ? [['--flavour', edits.archive, task.file]] : undefined),
  };
}
