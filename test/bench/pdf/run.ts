import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundling } from '../../../cdk/bundle.ts';
import { youngBytes } from '../../../lib/conversions/pdf/pdf-thread.ts';
import { markdownTable } from '../docs/markdown.ts';
import { writeSections } from '../docs/write-sections.ts';
import { quantile } from '../statistics.ts';
import { printTable } from '../table.ts';
import { cataloguePages, makeInputs } from './inputs.ts';
import { type Measured, measuredProcess } from './measured-process.ts';
import { removeResults } from './results.ts';
import type { PdfTask, PdfTaskResult } from './task.ts';

/**
 * Merging, splitting and editing next to native tools and plain pdf-lib: CPU time and peak memory, all in one run and in turn.
 * Tools that are not on the PATH are named and left out. Prints, and with `--write-docs` puts the tables into BENCHMARKS.md;
 * asserts nothing, since machines differ.
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

const columns = ['CPU ms', 'of qpdf', 'peak MB'] as const;

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What one tool needed: the median of its processor time in milliseconds, and its largest memory in bytes. */
interface Figures {
  tool: string;
  cpu: number;
  peak: number;
}

interface Row {
  name: string;
  files: readonly string[];
  parts?: PdfTask['parts'];
  /** Not for pdf-lib. */
  edit?: PdfTask['edit'];
  /** Too much for pdf-lib. */
  withoutPdfLib?: true;
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
  const { small, reports, tagged, pictures, book, catalogue, form } = await makeInputs(folder);
  const hundred = Array.from({ length: 100 }, (_, part) => [part * 50 + 1, part * 50 + 50] as const);
  const pdf = `${output}.pdf`;
  const merging = (files: readonly string[]): Row['tools'] => ({
    qpdf: ['qpdf', '--empty', '--pages', ...files, '--', pdf],
    mutool: ['mutool', 'merge', '-o', pdf, ...files],
    pdfunite: ['pdfunite', ...files, pdf],
    pdq: ['pdq', 'merge', '-o', pdf, ...files],
  });
  const selecting = (file: string, first: number, last: number): Pick<Row, 'files' | 'parts' | 'tools'> => {
    const range = first === last ? `${first}` : `${first}-${last}`;
    return {
      files: [file],
      parts: [[first, last]],
      tools: {
        qpdf: ['qpdf', file, '--pages', '.', range, '--', pdf],
        mutool: ['mutool', 'merge', '-o', pdf, file, range],
        pdq: ['pdq', 'split', '--out', range, pdf, file],
      },
    };
  };
  const rows: Row[] = [
    { name: '2 small files', files: small, tools: merging(small) },
    { name: '20 × 1 MB', files: reports, tools: merging(reports) },
    { name: '20 × 1 MB, tagged', files: tagged, tools: merging(tagged) },
    { name: '2 × 50 MB of JPEG', files: pictures, tools: merging(pictures) },
    {
      name: '5,000 pages → 100 parts',
      files: [book],
      parts: hundred,
      tools: {
        qpdf: ['qpdf', '--split-pages=50', book, `${output}-%d.pdf`],
        pdq: ['pdq', 'split-pages', '--pages-per-file', '50', '-o', `${output}-%d.pdf`, book],
      },
    },
    { name: 'page 1 of 5,000', ...selecting(book, 1, 1) },
    {
      name: 'pages 5,000 to 5,100 of 12,000 with shared resources',
      ...selecting(catalogue, 5000, 5100),
    },
    {
      name: '12,000 pages with shared resources → single pages',
      files: [catalogue],
      parts: Array.from({ length: cataloguePages }, (_, page) => [page + 1, page + 1] as const),
      withoutPdfLib: true,
      // mutool would have to be started for each page, and pdfseparate takes minutes.
      tools: {
        qpdf: ['qpdf', '--split-pages=1', catalogue, `${output}-%d.pdf`],
        pdq: ['pdq', 'split-pages', '-o', `${output}-%d.pdf`, catalogue],
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
  const tables: string[] = [];
  for (const row of rows.filter(({ name }) => name.includes(only))) {
    const title = `${row.name}, ${megabytes(bytesOf(row.files))} MB`;
    const lines = linesOf(await measureRow(row));
    printTable([title, ...columns], lines);
    tables.push(markdownTable([title, ...columns], lines));
  }
  if (process.argv.includes('--write-docs')) await writeSections({ engine: tables.join('\n\n') });
}

function linesOf(figures: readonly Figures[]): string[][] {
  const qpdf = figures.find(({ tool }) => tool === 'qpdf')?.cpu ?? NaN;
  return figures.map(({ tool, cpu, peak }) => [
    tool,
    cpu.toFixed(1),
    Number.isFinite(cpu / qpdf) ? `${(cpu / qpdf).toFixed(2)} ×` : '–',
    megabytes(peak),
  ]);
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Tools that are not on this machine are absent. */
async function measureRow({ name, files, parts, edit, withoutPdfLib, tools }: Row): Promise<Figures[]> {
  const input = bytesOf(files);
  const task = { files, output, ...(parts ? { parts } : {}), ...(edit ? { edit } : {}) };
  const kinds: Record<string, () => Promise<{ cpu: number; peak: number }>> = {
    'service, warm': () => own(programs.service, { ...task, ...roundsFor(input, parts?.length ?? 1) }),
    'service, cold process': () => own(programs.service, { ...task, warmUps: 0, rounds: 1 }),
    ...(edit || withoutPdfLib
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
  for (const tool of Object.keys(tools)) {
    if (!results.has(tool)) console.log(`${name}: ${tool} is not on this machine`);
  }
  return [...results].map(([tool, runs]) => ({
    tool,
    cpu: quantile(
      runs.map(({ cpu }) => cpu),
      0.5,
    ),
    peak: Math.max(...runs.map((run) => run.peak)),
  }));
}

/** Small work is warm only after many rounds, since V8 counts calls; work on thousands of parts after one. */
function roundsFor(input: number, parts: number): Pick<PdfTask, 'warmUps' | 'rounds'> {
  if (parts > 1000) return { warmUps: 1, rounds: 3 };
  return input < 1e6 ? { warmUps: 100, rounds: 101 } : { warmUps: 8, rounds };
}

/** A process of ours: its rounds when it is warm, all of it when it is cold. */
async function own(program: string, task: PdfTask): Promise<Pick<Measured, 'cpu' | 'peak'>> {
  const file = join(folder, 'task.json');
  writeFileSync(file, JSON.stringify(task));
  const args = [youngSpaces, program, file];
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
