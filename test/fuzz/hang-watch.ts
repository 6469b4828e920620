import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';

/** Larger than any file that the fuzzers make. */
const caseBytes = 64 * 1024 * 1024;

/** The case under way, as the worker thread shares it with the thread that watches it. */
interface SharedCase {
  /** The number of the case, 0 between cases; and its length. */
  state: Int32Array;
  bytes: Uint8Array;
}

const sharedCase = (memory: SharedArrayBuffer): SharedCase => ({
  state: new Int32Array(memory, 0, 2),
  bytes: new Uint8Array(memory, 8),
});

const shared =
  workerData instanceof SharedArrayBuffer ? sharedCase(workerData) : sharedCase(new SharedArrayBuffer(8));

/** Reports which case begins. A case may never end. */
export function beginCase(number: number, bytes: Uint8Array): void {
  shared.bytes.set(bytes);
  shared.state[1] = bytes.length;
  Atomics.store(shared.state, 0, number);
}

export const endCase = (): void => void Atomics.store(shared.state, 0, 0);

/** Where a case that failed is written. */
export const caseFile = (name: string, seed: string | number, number: number, extension: string): string =>
  join(tmpdir(), `${name}-${seed}-${number}${extension}`);

interface Supervision {
  name: string;
  /** Of the files that are written, with the dot. */
  extension: string;
  /** Processor time that one case may take, in milliseconds. */
  maxMilliseconds: number;
  seed: number;
  /** When the run ends; epoch milliseconds. */
  end: number;
}

/**
 * Runs this program in a worker thread until `end`. A case that takes more processor time than it may, which the
 * thread itself cannot notice while it is busy, is written to the temporary folder, and a new thread continues with the
 * next seed. The exit code is then 1.
 */
export async function supervised({
  name,
  extension,
  maxMilliseconds,
  seed,
  end,
}: Supervision): Promise<void> {
  const [, program = '', ...options] = process.argv;
  for (let current = seed; Date.now() < end; current += 1) {
    const memory = new SharedArrayBuffer(8 + caseBytes);
    const minutes = Math.max(0, end - Date.now()) / 60_000;
    const worker = new Worker(program, {
      argv: [...options, '--seed', String(current), '--minutes', String(minutes)],
      workerData: memory,
    });
    const ended = once(worker, 'exit').then(([code]) => Number(code));
    const outcome = await Promise.race([ended, hung(sharedCase(memory), maxMilliseconds, ended)]);
    if (typeof outcome === 'number') {
      process.exitCode ||= outcome;
      return;
    }
    await worker.terminate();
    process.exitCode = 1;
    const file = caseFile(name, current, outcome.number, extension);
    writeFileSync(file, outcome.bytes);
    console.error(`${file}: had not ended after ${maxMilliseconds} ms of processor time`);
  }
}

/** The case that takes longer than it may. Never settles otherwise. */
async function hung(
  { state, bytes }: SharedCase,
  maxMilliseconds: number,
  ended: Promise<unknown>,
): Promise<{ number: number; bytes: Uint8Array }> {
  const over = new AbortController();
  const stop = () => over.abort();
  ended.then(stop, stop);
  let number = 0;
  let started = process.cpuUsage();
  while (!over.signal.aborted) {
    await sleep(100);
    const current = Atomics.load(state, 0);
    if (current !== number || current === 0) {
      number = current;
      started = process.cpuUsage();
      continue;
    }
    const { user, system } = process.cpuUsage(started);
    if ((user + system) / 1000 > maxMilliseconds) return { number, bytes: bytes.slice(0, state[1]) };
  }
  return new Promise(() => undefined);
}
