import { readFileSync, writeFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { runRounds } from './rounds.ts';

/** The same by plain pdf-lib. */

await runRounds(async ({ files, parts, output }) => {
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
});
