import { build } from 'esbuild';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundling } from '../../../cdk/bundle.ts';
import { filesBeside } from '../../../cdk/files-beside.ts';
import { projectRoot } from '../../../cdk/project.ts';
import { findProgram } from '../contestants/find-program.ts';
import { measuredProcess } from '../pdf/measured-process.ts';
import { printTable } from '../table.ts';
import { leastSimilarity, pagesOf } from './appearance.ts';
import { optimizer } from './gotenberg.ts';
import { makeInputs } from './inputs.ts';

/**
 * Compression next to Ghostscript, qpdf, MuPDF and Gotenberg: bytes, the similarity of the pages to those of the original,
 * and processor time of a whole process, or of Gotenberg's server. Arguments are PDFs to compress instead of the generated
 * ones, and Gotenberg's binary as `--gotenberg`. Tools that are not on the PATH are left out. Prints; asserts nothing.
 */

const { values: peers, positionals: given } = parseArgs({
  allowPositionals: true,
  options: { gotenberg: { type: 'string', default: 'gotenberg' } },
});

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

const server = findProgram(peers.gotenberg) ? optimizer(peers.gotenberg) : undefined;

try {
  await build({
    ...bundling,
    plugins: [filesBeside],
    absWorkingDir: projectRoot,
    entryPoints: [join(import.meta.dirname, 'service-process.ts')],
    outfile: program,
  });
  const inputs =
    given.length > 0
      ? Object.fromEntries(given.map((file) => [basename(file), file]))
      : await makeInputs(folder);
  for (const [name, file] of Object.entries(inputs)) await measure(name, file);
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, file: string): Promise<void> {
  const original = statSync(file).size;
  const before = pagesOf(file);
  const lines: string[][] = [];
  const report = (tool: string, milliseconds: number): void => {
    const { size } = statSync(output);
    const share = `${((100 * size) / original).toFixed(1)} %`;
    const similarity = leastSimilarity(before, pagesOf(output)).toFixed(4);
    lines.push([tool, String(size), share, similarity, (milliseconds / 1000).toFixed(2)]);
  };
  for (const [tool, command] of Object.entries(commands)) {
    const [first, ...args] = command(file);
    if (first !== process.execPath && !findProgram(first)) continue;
    rmSync(output, { force: true });
    const { cpu } = await measuredProcess(first, args);
    report(tool, cpu);
  }
  if (server) report('Gotenberg, quality 75', await server.optimize(file, output));
  printTable([`${name}, ${original} bytes`, 'bytes', 'of original', 'SSIM', 'CPU s'], lines);
}
