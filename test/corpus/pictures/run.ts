import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPictures, percent, tolerance } from './check-pictures.ts';
import type { Reference } from './reference-pictures.ts';

/** Draws the PDFs below a folder and compares the pictures with those of poppler and MuPDF. */
const usage = `npm run suite -- corpus:pictures DIR [--all] [--part n/m]

--all       prints a line for every file
--part n/m  every m-th file, beginning with the n-th

Exits 1 when a page differs from both programs although these agree. poppler-utils and mupdf-tools must be installed.`;

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, part: { type: 'string' } },
  allowPositionals: true,
});
const [folder] = positionals;
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
if (!folder) {
  console.error(usage);
  process.exit(2);
}

const counts = { files: 0, pages: 0, rejected: 0, exceptions: 0, wrong: 0 };
const all: Record<Reference, number[]> = { poppler: [], mupdf: [] };
const files = globSync('**/*.pdf', { cwd: folder }).sort();
for (const file of files.filter((_, index) => index % parts === part - 1)) {
  const { pages, rejected, differences, faults, exceptions } = await checkPictures(join(folder, file));
  counts.files += 1;
  counts.pages += pages;
  if (rejected !== undefined) counts.rejected += 1;
  if (faults.length > 0) counts.wrong += 1;
  if (exceptions.length > 0) counts.exceptions += 1;
  for (const name of ['poppler', 'mupdf'] as const) {
    const difference = differences[name];
    if (difference !== undefined) all[name].push(difference);
  }
  for (const fault of faults) console.log(`wrong     ${file}  ${fault}`);
  for (const exception of exceptions) console.log(`exception ${file}  ${exception}`);
  if (rejected !== undefined) console.log(`rejected  ${file}  ${rejected}`);
  else if (values.all) console.log(`drawn     ${file}  ${JSON.stringify(differences)}`);
}
for (const [name, list] of Object.entries(all)) {
  const sorted = list.sort((a, b) => a - b);
  const at = (share: number): string => percent(sorted[Math.floor((sorted.length - 1) * share)] ?? NaN);
  const near = sorted.filter((difference) => difference <= tolerance).length;
  console.log(
    `${name}: median ${at(0.5)}, 95 % ${at(0.95)}, ${near} of ${sorted.length} files within ${percent(tolerance)}`,
  );
}
console.log(
  `${counts.files} files, ${counts.pages} pages: ${counts.rejected} rejected with a reason, ${counts.exceptions} with exceptions, ${counts.wrong} wrong`,
);
process.exit(counts.wrong > 0 ? 1 : 0);
