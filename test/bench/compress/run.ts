import { build } from 'esbuild';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundling } from '../../../cdk/bundle.ts';
import { filesBeside } from '../../../cdk/files-beside.ts';
import { projectRoot } from '../../../cdk/project.ts';
import { findProgram } from '../contestants/find-program.ts';
import { measuredProcess } from '../pdf/measured-process.ts';
import { printTable } from '../table.ts';
import { leastSimilarity, pagesOf } from './appearance.ts';
import { makeInputs } from './inputs.ts';

/**
 * Compression next to Ghostscript, qpdf and MuPDF: bytes, the similarity of the pages to those of the original, and
 * processor time of a whole process. Arguments are PDFs to compress instead of the generated ones. Tools that are not on
 * the PATH are left out. Prints; asserts nothing.
 */

const folder = mkdtempSync(join(tmpdir(), 'compress-bench-'));
const output = join(folder, 'out.pdf');
const program = join(folder, 'service.mjs');

type Command = (file: string) => readonly [string, ...string[]];

const ghostscript = [
  'gs',
  '-q',
  '-dBATCH',
  '-dNOPAUSE',
  '-dSAFER',
  '-sDEVICE=pdfwrite',
  `-sOutputFile=${output}`,
] as const;
const at150 = ['Color', 'Gray'].flatMap((kind) => [
  `-d${kind}ImageResolution=150`,
  `-d${kind}ImageDownsampleThreshold=1.25`,
]);

const commands: Readonly<Record<string, Command>> = {
  'service, lossless': (file) => [process.execPath, program, 'lossless', file, output],
  'qpdf, lossless': (file) => [
    'qpdf',
    ...['--object-streams=generate', '--recompress-flate', '--compression-level=9', '--warning-exit-0'],
    ...[file, output],
  ],
  'mutool clean -gggz': (file) => ['mutool', 'clean', '-gggz', file, output],
  'service, print': (file) => [process.execPath, program, 'print', file, output],
  'service, screen': (file) => [process.execPath, program, 'screen', file, output],
  'Ghostscript, 150 dpi': (file) => [...ghostscript, '-dPDFSETTINGS=/ebook', ...at150, file],
  'qpdf --optimize-images': (file) => [
    'qpdf',
    ...['--optimize-images', '--object-streams=generate', '--recompress-flate', '--warning-exit-0'],
    ...[file, output],
  ],
};

try {
  await build({
    ...bundling,
    plugins: [filesBeside],
    absWorkingDir: projectRoot,
    entryPoints: [join(import.meta.dirname, 'service-process.ts')],
    outfile: program,
  });
  const given = process.argv.slice(2);
  const inputs =
    given.length > 0
      ? Object.fromEntries(given.map((file) => [basename(file), file]))
      : await makeInputs(folder);
  for (const [name, file] of Object.entries(inputs)) await measure(name, file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, file: string): Promise<void> {
  const original = statSync(file).size;
  const before = pagesOf(file);
  const lines: string[][] = [];
  for (const [tool, command] of Object.entries(commands)) {
    const [first, ...args] = command(file);
    if (first !== process.execPath && !findProgram(first)) continue;
    rmSync(output, { force: true });
    const { cpu } = await measuredProcess(first, args);
    const { size } = statSync(output);
    const share = `${((100 * size) / original).toFixed(1)} %`;
    lines.push([
      tool,
      String(size),
      share,
      leastSimilarity(before, pagesOf(output)).toFixed(4),
      (cpu / 1000).toFixed(2),
    ]);
  }
  printTable([`${name}, ${original} bytes`, 'bytes', 'of original', 'SSIM', 'CPU s'], lines);
}
