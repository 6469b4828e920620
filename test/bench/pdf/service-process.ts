import { closeSync, openSync, readFileSync, writevSync } from 'node:fs';
import { assemble } from '#lib/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/pdf/reader/with-repair.ts';
import { runRounds } from './rounds.ts';

/** Does a task of the benchmark by this service's engine, reading files and writing results as a command would. */

await runRounds(({ files, parts, output }) => {
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
});

function writeChunks(path: string, chunks: readonly Uint8Array[]): void {
  const file = openSync(path, 'w');
  for (let at = 0; at < chunks.length; at += 1000) writevSync(file, chunks.slice(at, at + 1000));
  closeSync(file);
}
