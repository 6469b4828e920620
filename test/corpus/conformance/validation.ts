import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ConformanceFlavour, conformanceFlavours } from '#lib/base/conformance.ts';
import { ConformanceChecker } from '#lib/engines/conformance/checker.ts';
import { checkerSettings } from '../../support/verapdf.ts';
import { filesIn } from './input-files.ts';

/**
 * Validates all PDFs below folders, and prints where the verdict is not that of the file's name, as the files of veraPDF's
 * corpus have it: `PDF_A-2b-6-2-11-t01-fail-a.pdf`. Names without a verdict only have to be validated in time.
 */

/** For one file. In milliseconds. */
const patience = 30_000;

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length === 0)
  throw new Error('Name folders with PDFs: npm run suite -- corpus:validation DIR');

/** The standard in a file's name. Level B of the part where the name has none; the files about ISO 32000 are about PDF/UA. */
function flavourOf(name: string): ConformanceFlavour {
  const archival = /^PDF_A-(\d[a-z]?)-/.exec(name)?.[1];
  const part = /-pdfa(\d)-/.exec(name)?.[1];
  const accessible = /^(?:PDF_UA|ISO_32000)-(\d)/.exec(name)?.[1];
  const named = archival ?? (part && `${part}b`) ?? (accessible && `ua${accessible}`);
  return conformanceFlavours.find((flavour) => flavour === named) ?? '2b';
}

const folder = mkdtempSync(join(tmpdir(), 'corpus-validation-'));
const checker = new ConformanceChecker(checkerSettings(folder));
const inFolder = join(folder, 'file.pdf');
const counts = { agree: 0, differ: 0, unnamed: 0, notValidated: 0 };
let slowest = { name: '', milliseconds: 0 };
try {
  await checker.warmUp();
  for (const { path } of filesIn(positionals, '**/*.pdf')) {
    const name = basename(path);
    const flavour = flavourOf(name);
    // veraPDF reads no other folder.
    copyFileSync(path, inFolder);
    const start = performance.now();
    const result = await checker.check(
      { path: inFolder, flavours: [flavour] },
      { deadline: Date.now() + patience },
    );
    const milliseconds = performance.now() - start;
    if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
    const expected = /-(pass|fail)-/.exec(name)?.[1];
    if (result.outcome !== 'checked') {
      counts.notValidated += 1;
      console.log(`${name}: ${result.outcome}`);
      continue;
    }
    const verdict = result.reports.every(({ valid }) => valid) ? 'pass' : 'fail';
    if (expected === undefined) counts.unnamed += 1;
    else if (verdict === expected) counts.agree += 1;
    else {
      counts.differ += 1;
      console.log(`${name}: ${verdict} by ${flavour}`, result.reports[0]?.failures.slice(0, 3));
    }
  }
} finally {
  await checker.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(counts, `slowest: ${slowest.name} ${Math.round(slowest.milliseconds)} ms`);
if (counts.differ > 0) process.exitCode = 1;
