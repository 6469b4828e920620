import { closeSync, openSync, readFileSync, writeFileSync, writevSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { assemble } from '#lib/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/pdf/reader/with-repair.ts';
import type { PdfTask, PdfTaskResult } from './task.ts';

/** Does one task of the benchmark, reading its files and writing its results as a command would. */

const task = JSON.parse(process.argv[2] ?? '') as PdfTask;
const engines = { service: withService, 'pdf-lib': withPdfLib };
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const rounds: number[] = [];
for (let round = 0; round < task.warmUps + task.rounds; round += 1) {
  const start = cpu();
  await engines[task.engine](task);
  if (round >= task.warmUps) rounds.push(cpu() - start);
}
console.log(JSON.stringify({ rounds, process: cpu() } satisfies PdfTaskResult));

function withService({ files, parts, output }: PdfTask): Promise<void> {
  const opened = files.map((file) => openPdf(readFileSync(file)));
  withRepair(opened, (sources) => {
    if (!parts) {
      const whole = sources.map((source) => ({ source, pages: source.pages.map((_, index) => index) }));
      writeChunks(`${output}.pdf`, assemble(whole).chunks);
      return;
    }
    for (const [index, [first, last]] of parts.entries()) {
      const [source] = sources;
      if (!source) throw new Error('there is nothing to split');
      const pages = Array.from({ length: last - first + 1 }, (_, page) => first - 1 + page);
      writeChunks(`${output}-${index}.pdf`, assemble([{ source, pages }]).chunks);
    }
  });
  return Promise.resolve();
}

function writeChunks(path: string, chunks: readonly Uint8Array[]): void {
  const file = openSync(path, 'w');
  for (let at = 0; at < chunks.length; at += 1000) writevSync(file, chunks.slice(at, at + 1000));
  closeSync(file);
}

async function withPdfLib({ files, parts, output }: PdfTask): Promise<void> {
  const sources = await Promise.all(files.map((file) => PDFDocument.load(readFileSync(file))));
  const make = async (path: string, pagesOf: (source: PDFDocument) => number[]): Promise<void> => {
    const target = await PDFDocument.create();
    for (const source of sources) {
      for (const page of await target.copyPages(source, pagesOf(source))) target.addPage(page);
    }
    writeFileSync(path, await target.save());
  };
  if (!parts) return make(`${output}.pdf`, (source) => source.getPageIndices());
  for (const [index, [first, last]] of parts.entries()) {
    await make(`${output}-${index}.pdf`, (source) => source.getPageIndices().slice(first - 1, last));
  }
}
