import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../lib/app-error.ts';
import { openPdf } from '../../lib/pdf/reader/open-pdf.ts';
import { withRepair } from '../../lib/pdf/reader/with-repair.ts';
import { defaultPdfLimits, timeLimit, WorkBudget } from '../../lib/pdf/work-budget.ts';
import { copyPages } from '../support/copy-pages.ts';
import { rawPdf, rawStreamPdf, textPages } from '../support/raw-pdf.ts';
import { mutated, Random } from './mutations.ts';

/**
 * Opens and copies PDFs that were changed at random: each has to give a document that opens without a finding and has
 * as many pages, or an error for people; within time and memory.
 *
 *     node test/fuzz/pdf-reader.ts --minutes 10 [--seed 1] [--corpus folder]
 *
 * Every run prints its seed. What fails is written to the temporary folder; the exit code is then 1.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    corpus: { type: 'string', multiple: true, default: [] },
  },
});

const limits = {
  ...defaultPdfLimits,
  streamBytes: 8e6,
  structureBytes: 16e6,
  contentBytes: 16e6,
  objects: 200_000,
};

/** Longer than this is a hang; the machine may be busy with other things. */
const maxMilliseconds = 3000;

const maxFileBytes = 300_000;

/** How much memory the process may hold: a leak or an unbounded allocation shows. */
const maxResidentBytes = 1.5e9;

const expectedCodes = new Set(['damaged-document', 'password-required', 'wrong-password', 'file-too-large']);

/** How many files came to which end. */
const outcomes = { copied: 0, repaired: 0, refused: 0, faulty: 0 };

/** What is wrong with the way the file was dealt with. */
function faultOf(bytes: Buffer): string | undefined {
  const started = performance.now();
  const fault = copyFault(bytes);
  const took = performance.now() - started;
  if (fault) return fault;
  if (took > maxMilliseconds) return `took ${Math.round(took)} ms`;
  return process.memoryUsage.rss() > maxResidentBytes ? 'memory grew past its bound' : undefined;
}

function copyFault(bytes: Buffer): string | undefined {
  try {
    const budget = new WorkBudget(limits, timeLimit(2 * maxMilliseconds));
    let pages = 0;
    let findings = 0;
    const copy = withRepair([openPdf(bytes, { budget })], (sources) => {
      pages = sources[0]?.pages.length ?? 0;
      const bytes = copyPages(sources);
      findings = sources[0]?.findings.size ?? 0;
      return bytes;
    });
    const again = openPdf(copy);
    if (again.pages.length !== pages) return `${again.pages.length} pages of ${pages} were copied`;
    if (again.findings.size > 0) return `the copy has findings: ${[...again.findings.keys()].join(', ')}`;
    outcomes[findings > 0 ? 'repaired' : 'copied'] += 1;
    return undefined;
  } catch (error) {
    if (error instanceof AppError && expectedCodes.has(error.code)) {
      outcomes.refused += 1;
      return undefined;
    }
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const corpus = values.corpus.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => readFileSync(join(folder, name)))
    .filter((bytes) => bytes.length <= maxFileBytes),
);
const pages = textPages('one', 'two', 'three');
const first = rawPdf(pages);
const seeds = [
  first,
  rawPdf({ 9: '<</Changed true>>' }, { previous: first }),
  rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6, 8] }),
  rawStreamPdf(pages),
  ...corpus,
];

const seed = Number(values.seed);
const random = new Random(seed);
const end = Date.now() + Number(values.minutes) * 60_000;
console.log(`seed ${seed}, ${seeds.length} files to change`);
for (let tried = 1; Date.now() < end; tried += 1) {
  const bytes = mutated(random.pick(seeds), seeds, random);
  const fault = faultOf(bytes);
  if (fault === undefined) continue;
  outcomes.faulty += 1;
  const file = join(tmpdir(), `pdf-reader-${seed}-${tried}.pdf`);
  writeFileSync(file, bytes);
  console.error(`${file}: ${fault}`);
}
console.log(outcomes);
if (outcomes.faulty > 0) process.exitCode = 1;
