import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#lib/base/app-error.ts';
import { InputFault } from '#lib/base/input-fault.ts';
import { beginCase, caseFile, endCase, supervised } from './hang-watch.ts';
import { mutated, Random } from './mutations.ts';

/** More processor time than this is a hang. Wall-clock time would depend on the load of the machine. */
const maxProcessorMilliseconds = 3000;

/** The memory limit of the process, which detects leaks and unbounded allocations. */
const maxResidentBytes = 1.5e9;

const maxSeedBytes = 300_000;

/** Errors that no input may cause. */
const ourFaults = new Set<ErrorCode>(['internal-error', 'unavailable']);

export interface FuzzTarget {
  name: string;
  /** Of the files that are changed, with the dot; for those of the command line, and those that fail. */
  extensions: readonly [string, ...string[]];
  /** Files to mutate, in addition to those of the command line. */
  seeds: readonly Buffer[];
  /** Tokens of the syntax of the files. */
  tokens: readonly string[];
  /** Another way to change a file, with another one at hand; every second file is changed in it. */
  change?: (bytes: Buffer, other: Buffer, random: Random) => Promise<Buffer>;
  /** Processor time that one file may take, in milliseconds; 3,000 when absent. */
  maxMilliseconds?: number;
  /**
   * Processes each mutated file. An `AppError` is a valid outcome; any other error is a fault.
   *
   * @param milliseconds after which the work should end with an error
   * @returns how it ended, for the count
   * @throws Error saying what is wrong
   */
  attempt: (bytes: Buffer, milliseconds: number) => string | Promise<string>;
}

/**
 * Runs a target on randomly mutated files, with the options of the command line:
 *
 *     --minutes 10 [--seed 1] [--corpus folder]
 *
 * Every run prints its seed. What fails is written to the temporary folder; the exit code is then 1. The files are
 * tried in a worker thread, so that one that never ends is reported too; the run then goes on with the next seed.
 */
export async function fuzz(target: FuzzTarget): Promise<void> {
  const { name, extensions, seeds, tokens, change, attempt } = target;
  const { maxMilliseconds = maxProcessorMilliseconds } = target;
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      corpus: { type: 'string', multiple: true, default: [] },
    },
  });
  if (isMainThread) {
    await supervised({
      name,
      extension: extensions[0],
      maxMilliseconds,
      seed: Number(values.seed),
      end: Date.now() + Number(values.minutes) * 60_000,
    });
    return;
  }
  const files = [...seeds, ...values.corpus.flatMap((folder) => filesIn(folder, extensions))];
  const random = new Random(Number(values.seed));
  const end = Date.now() + Number(values.minutes) * 60_000;
  const ends = new Map<string, number>();
  console.log(`${name}: seed ${values.seed}, ${files.length} files to change`);
  let tried = 0;
  while (Date.now() < end) {
    tried += 1;
    // Node.js frees the memory of failed zlib streams only then, as between requests.
    await setImmediate();
    const seed = random.pick(files);
    const bytes =
      change && random.below(2) === 0
        ? await change(seed, random.pick(files), random)
        : mutated(seed, files, tokens, random);
    beginCase(tried, bytes);
    const { ended, fault } = await judged(() => attempt(bytes, 2 * maxMilliseconds), maxMilliseconds);
    endCase();
    ends.set(ended, (ends.get(ended) ?? 0) + 1);
    if (fault === undefined) continue;
    const file = caseFile(name, values.seed, tried, extensions[0]);
    writeFileSync(file, bytes);
    console.error(`${file}: ${fault}`);
    process.exitCode = 1;
  }
  console.log(`${name}: ${tried} tried`, Object.fromEntries(ends));
}

const filesIn = (folder: string, extensions: readonly string[]): Buffer[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => extensions.some((extension) => file.endsWith(extension)))
    .map((file) => readFileSync(join(folder, file)))
    .filter((bytes) => bytes.length <= maxSeedBytes);

/** Whether the code under test rejected its input, as opposed to failed. */
export const isRejection = (error: unknown): error is AppError | InputFault =>
  error instanceof AppError || error instanceof InputFault;

async function judged(
  attempt: () => string | Promise<string>,
  maxMilliseconds: number,
): Promise<{ ended: string; fault?: string }> {
  const started = process.cpuUsage();
  let ended: string;
  try {
    ended = await attempt();
  } catch (error) {
    if (!isRejection(error) || ourFaults.has(error.code)) {
      return {
        ended: 'fault',
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
    ended = error.code;
  }
  const { user, system } = process.cpuUsage(started);
  const took = (user + system) / 1000;
  if (took > maxMilliseconds) return { ended: 'fault', fault: `took ${Math.round(took)} ms` };
  if (process.memoryUsage.rss() > maxResidentBytes)
    return { ended: 'fault', fault: 'memory grew past its bound' };
  return { ended };
}
