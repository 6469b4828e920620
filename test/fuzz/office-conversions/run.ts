import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { converterOptions } from '../../support/libreoffice.ts';
import { makeDocx } from '../../support/office.ts';
import { Random } from '../mutations.ts';
import { convertMutant, type Ending, mostMilliseconds } from './convert-mutant.ts';
import { mutant } from './mutants.ts';
import { families, type Family, makeSeeds, type Seed } from './seeds.ts';

/**
 * Converts changed documents of each family of formats with LibreOffice, as jobs without HTTP:
 *
 *     [--count 300] [--seed 1] [--corpus folder] [--family rtf]
 *
 * Each job must end, with a PDF or with an error that is the document's: not `internal-error`, and not retryable. After a
 * document that crashed or exhausted LibreOffice, and after every 25th, an intact document is converted. What fails is
 * written to the temporary folder; the exit code is then 1.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    corpus: { type: 'string', multiple: true, default: [] },
    family: { type: 'string', multiple: true, default: Object.keys(families) },
  },
});

/** Documents at a time. */
const parallel = 2;
/** Larger seeds would only make the run longer. */
const maxSeedBytes = 300_000;
const intactEvery = 25;

/** A job that has not ended in its time. */
const stuck: Ending = { outcome: 'stuck', retryable: true, attempts: 0, errors: [], pages: undefined };

const folder = mkdtempSync(join(tmpdir(), 'fuzz-libreoffice-'));
const converter = new OfficeConverter(converterOptions(folder));
await converter.prepare();
const seeds = [...(await makeSeeds(converter)), ...values.corpus.flatMap(seedsIn)];
const intact = makeDocx({ text: 'An intact document' });
console.log(`office conversions: seed ${values.seed}, ${seeds.length} documents to change`);
try {
  for (const family of Object.keys(families) as Family[]) {
    if (values.family.includes(family)) await fuzzFamily(family);
  }
} finally {
  await converter.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function fuzzFamily(family: Family): Promise<void> {
  const own = seeds.filter(({ extension }) => families[family].some((each) => each === extension));
  // Each family has its own course, whichever others run.
  const random = new Random(Number(values.seed) + Object.keys(families).indexOf(family));
  const ends = new Map<string, number>();
  const started = Date.now();
  let crashes = 0;
  let tried = 0;
  const next = async (): Promise<void> => {
    while (tried < Number(values.count)) {
      tried += 1;
      const number = tried;
      const seed = random.pick(own);
      const bytes = mutant(family, seed, own, random);
      const ending = await withinTime(convertMutant(bytes, `document.${seed.extension}`, converter, folder));
      ends.set(ending.outcome, (ends.get(ending.outcome) ?? 0) + 1);
      if (ending.attempts > 1) crashes += 1;
      const fault = faultOf(ending);
      if (fault) report(`${family}-${number}.${seed.extension}`, bytes, fault);
      if (ending.attempts > 1 || number % intactEvery === 0) await convertIntact(family, number);
    }
  };
  await Promise.all(Array.from({ length: parallel }, next));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${family}: ${tried} tried in ${seconds} s, ${crashes} repeated`, Object.fromEntries(ends));
}

function faultOf({ outcome, retryable, pages, errors }: Ending): string | undefined {
  if (outcome === 'completed') return (pages ?? 0) > 0 ? undefined : 'a PDF without pages';
  if (outcome === 'internal-error' || retryable) return `${outcome}: ${errors.map(String).join('; ')}`;
  return undefined;
}

async function convertIntact(family: string, number: number): Promise<void> {
  const { outcome } = await withinTime(convertMutant(intact, 'document.docx', converter, folder));
  if (outcome !== 'completed')
    report(`${family}-${number}-next.docx`, intact, `an intact document: ${outcome}`);
}

async function withinTime(job: Promise<Ending>): Promise<Ending> {
  const patience = new AbortController();
  const late = sleep(mostMilliseconds, stuck, { signal: patience.signal }).catch(() => stuck);
  return Promise.race([job, late]).finally(() => patience.abort());
}

function report(name: string, bytes: Buffer, fault: string): void {
  const file = join(tmpdir(), `fuzz-libreoffice-${values.seed}-${name}`);
  writeFileSync(file, bytes);
  console.error(`${file}: ${fault}`);
  process.exitCode = 1;
}

function seedsIn(corpus: string): Seed[] {
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .map((file) => ({ extension: extname(file).slice(1).toLowerCase(), path: join(corpus, file) }))
    .filter(({ extension }) => Object.values(families).some((all) => all.some((each) => each === extension)))
    .map(({ extension, path }) => ({ extension, bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length <= maxSeedBytes);
}
