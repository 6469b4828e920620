import { closeSync, fstatSync, openSync, readSync, writevSync } from 'node:fs';
import { InputMemory } from '#lib/files/input-memory.ts';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { runRounds } from './rounds.ts';

/** Does a task of the benchmark by this service's engine, reading files and writing results as a command would. */

/** As the functions do, round after round. */
const memory = new InputMemory();

await runRounds(({ files, parts, edit, output }) => {
  const contents = files.map(read);
  const opened = contents.map((content) => openPdf(content));
  withRepair(opened, (sources) => {
    if (!parts) {
      const whole = sources.map((source) => {
        const pages = source.pages.map((_, index) => index);
        return { source, pages: edit?.isReversed ? pages.reverse() : pages };
      });
      writeChunks(`${output}.pdf`, assemble(whole, { finishing: edit?.finishing }).chunks);
      return;
    }
    for (const [index, [first, last]] of parts.entries()) {
      const [source] = sources;
      if (!source) throw new Error('there is nothing to split');
      const pages = Array.from({ length: last - first + 1 }, (_, page) => first - 1 + page);
      writeChunks(`${output}-${index}.pdf`, assemble([{ source, pages }]).chunks);
    }
  });
  memory.giveBack(contents);
});

function read(path: string): Buffer {
  const file = openSync(path, 'r');
  const content = memory.take(fstatSync(file).size);
  for (let at = 0; at < content.length;) at += readSync(file, content, at, content.length - at, null);
  closeSync(file);
  return content;
}

function writeChunks(path: string, chunks: readonly Uint8Array[]): void {
  const file = openSync(path, 'w');
  for (let at = 0; at < chunks.length; at += 1000) writevSync(file, chunks.slice(at, at + 1000));
  closeSync(file);
}
