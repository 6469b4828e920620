import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundling } from '../../../cdk/bundle.ts';
import { youngBytes } from '../../../lib/conversions/pdf/pdf-thread.ts';
import { quantile } from '../statistics.ts';
import { makeInputs } from './inputs.ts';
import { type Measured, measuredProcess } from './measured-process.ts';
import { removeResults } from './results.ts';
import type { PdfTask, PdfTaskResult } from './task.ts';

/**
 * Merging, splitting and editing next to native tools and plain pdf-lib: CPU time and peak memory, all in one run and in turn.
 * Tools that are not on the PATH are named and left out. Prints; asserts nothing, since machines differ.
 */

const quick = process.argv.includes('--quick');
/** Rows whose names contain it; all by default. */
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '';
const turns = quick ? 1 : 5;
const rounds = quick ? 3 : 9;
const folder = mkdtempSync(join(tmpdir(), 'pdf-bench-'));
const output = join(folder, 'out');
/** V8 has three spaces of that size for new objects. */
const youngSpaces = `--max-semi-space-size=${youngBytes / 3 / 2 ** 20}`;
const programs = { service: join(folder, 'service.mjs'), pdfLib: join(folder, 'pdf-lib.mjs') };

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Row {
  name: string;
  files: readonly string[];
  parts?: PdfTask['parts'];
  /** Not for pdf-lib. */
  edit?: PdfTask['edit'];
  tools: Record<string, string[]>;
}

async function main(): Promise<void> {
  await build({
    ...bundling,
    entryPoints: [join(import.meta.dirname, 'service-process.ts')],
    outfile: programs.service,
  });
  await build({
    ...bundling,
    alias: {},
    entryPoints: [join(import.meta.dirname, 'pdf-lib-process.ts')],
    outfile: programs.pdfLib,
  });
  const { small, reports, tagged, pictures, book, form } = await makeInputs(folder);
  const hundred = Array.from({ length: 100 }, (_, part) => [part * 50 + 1, part * 50 + 50] as const);
  const pdf = `${output}.pdf`;
  const merging = (files: readonly string[]): Row['tools'] => ({
    qpdf: ['qpdf', '--empty', '--pages', ...files, '--', pdf],
    mutool: ['mutool', 'merge', '-o', pdf, ...files],
    pdfunite: ['pdfunite', ...files, pdf],
  });
  const rows: Row[] = [
    { name: '2 small files', files: small, tools: merging(small) },
    { name: '20 × 1 MB', files: reports, tools: merging(reports) },
    { name: '20 × 1 MB, tagged', files: tagged, tools: merging(tagged) },
    { name: '2 × 50 MB of JPEG', files: pictures, tools: merging(pictures) },
    {
      name: '5,000 pages → 100 parts',
      files: [book],
      parts: hundred,
      tools: { qpdf: ['qpdf', '--split-pages=50', book, `${output}-%d.pdf`] },
    },
    {
      name: 'page 1 of 5,000',
      files: [book],
      parts: [[1, 1]],
      tools: {
        qpdf: ['qpdf', book, '--pages', '.', '1', '--', pdf],
        mutool: ['mutool', 'merge', '-o', pdf, book, '1'],
      },
    },
    {
      name: '5,000 pages in reverse',
      files: [book],
      edit: { isReversed: true },
      tools: {
        qpdf: ['qpdf', book, '--pages', '.', 'z-1', '--', pdf],
        mutool: ['mutool', 'merge', '-o', pdf, book, 'N-1'],
      },
    },
    {
      name: '5,000 pages, rotated',
      files: [book],
      edit: { finishing: { rotations: [{ pages: [{ first: 1, last: 5000 }], angle: 90 }] } },
      tools: { qpdf: ['qpdf', '--rotate=+90', book, pdf] },
    },
    {
      name: '5,000 pages, flattened',
      files: [form],
      edit: { finishing: { flatten: 'all' } },
      tools: {
        qpdf: ['qpdf', '--flatten-annotations=all', form, pdf],
      },
    },
    ...[book, pictures[0] ?? ''].map((file, index) => ({
      name: `${index === 0 ? '5,000 pages' : '50 MB of JPEG'}, encrypted`,
      files: [file],
      edit: { finishing: { protection: { userPassword: 'user', ownerPassword: 'owner' } } },
      tools: { qpdf: ['qpdf', '--encrypt', 'user', 'owner', '256', '--', file, pdf] },
    })),
    ...[book, tagged[0] ?? '', pictures[0] ?? ''].map((file, index) => ({
      name: `${['5,000 pages', '1 MB, tagged', '50 MB of JPEG'][index]}, linearized`,
      files: [file],
      edit: { finishing: { isLinearized: true } },
      tools: { qpdf: ['qpdf', '--linearize', file, pdf] },
    })),
  ];
  for (const row of rows.filter(({ name }) => name.includes(only))) await measureRow(row);
}

async function measureRow({ name, files, parts, edit, tools }: Row): Promise<void> {
  const input = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`\n${name}, ${megabytes(input)} MB (median of ${turns}; CPU ms, ratio to qpdf, peak MB)`);
  const task = { files, output, ...(parts ? { parts } : {}), ...(edit ? { edit } : {}) };
  const kinds: Record<string, () => Promise<{ cpu: number; peak: number }>> = {
    // Small work is warm only after many rounds: V8 counts calls.
    'service, warm': () =>
      own(
        programs.service,
        input < 1e6 ? { ...task, warmUps: 100, rounds: 101 } : { ...task, warmUps: 8, rounds },
      ),
    'service, cold process': () => own(programs.service, { ...task, warmUps: 0, rounds: 1 }),
    ...(edit
      ? {}
      : {
          'pdf-lib, cold process': () => own(programs.pdfLib, { ...task, warmUps: 0, rounds: 1 }),
        }),
    ...Object.fromEntries(
      Object.entries(tools).map(([tool, [command = '', ...args]]) => [
        tool,
        () => measuredProcess(command, args),
      ]),
    ),
  };
  const results = new Map<string, { cpu: number; peak: number }[]>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [kind, run] of Object.entries(kinds)) {
      if (tools[kind] && !isThere(tools[kind][0] ?? '')) continue;
      removeResults(output);
      results.set(kind, [...(results.get(kind) ?? []), await run()]);
    }
  }
  const cpuOf = (kind: string): number =>
    quantile(
      (results.get(kind) ?? []).map(({ cpu }) => cpu),
      0.5,
    );
  for (const kind of Object.keys(kinds)) {
    const peak = Math.max(...(results.get(kind) ?? []).map((result) => result.peak));
    const figures = results.has(kind)
      ? `${cpuOf(kind).toFixed(1).padStart(9)} ${(cpuOf(kind) / cpuOf('qpdf')).toFixed(2).padStart(7)} × ${megabytes(peak).padStart(7)}`
      : '   not on this machine';
    console.log(`  ${kind.padEnd(24)}${figures}`);
  }
}

/** A process of ours: its rounds when it is warm, all of it when it is cold. */
async function own(program: string, task: PdfTask): Promise<Pick<Measured, 'cpu' | 'peak'>> {
  const args = [youngSpaces, program, JSON.stringify(task)];
  const { cpu, peak, stdout } = await measuredProcess(process.execPath, args);
  const { rounds } = JSON.parse(stdout) as PdfTaskResult;
  return { cpu: task.warmUps > 0 ? quantile(rounds, 0.5) : cpu, peak };
}

function isThere(command: string): boolean {
  try {
    execFileSync('bash', ['-c', 'command -v "$0"', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
