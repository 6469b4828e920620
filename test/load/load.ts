import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from '#lib/jobs/job.ts';
import { jobsOf, StoredState } from '../chaos/stored-state.ts';
import { Random } from '../fuzz/mutations.ts';
import type { LocalRun } from '../support/local-run.ts';
import type { TimedSamples } from './memory-course.ts';
import { MixedRequests, type Timing } from './mixed-requests.ts';
import { type Sample, sampleProcesses } from './process-samples.ts';

/** How the other parts of a job end of which a part failed. */
export const canceledPart = 'canceled: part of a failed job';

/** How a machine held what was too much for it. */
export interface Load {
  /** Requests a second that it does with everybody waiting for theirs; jobs count when they have ended. */
  held: number;
  /** Requests a second that came. */
  offered: number;
  minutes: number;
  /** Requests that were not made, since too many were waiting already. */
  leftOut: number;
  timings: readonly Timing[];
  /** Jobs that were still open when the load ended. */
  backlog: number;
  /** Seconds until none was; undefined where that did not come. */
  drainedAfter: number | undefined;
  /** Messages that are left in all queues. */
  messages: number;
  /** Ends of jobs, by status and error. */
  ends: Map<string, number>;
  /** What functions logged as errors, and how often. */
  errors: Map<string, number>;
  /** When nothing is going on: before the load and after it. */
  before: readonly Sample[];
  after: readonly Sample[];
  samples: readonly TimedSamples[];
}

export interface LoadOptions {
  minutes: number;
  /** Of the measurement, each of which waits for what it asked for. */
  clients: number;
  seed: number;
  /** What the functions of the run write. */
  logFile: string;
}

const calibrationSeconds = 30;
const sampleMilliseconds = 3000;
/** More than the queue is long after a load of ten minutes. */
const drainMinutes = 40;
/** The time that clients wait for a response at twice the load. Requests that would wait longer are not sent. */
const longestWaitSeconds = 8;

/**
 * Measures the rate that the machine sustains, then sends twice that.
 */
export async function runLoad(
  run: LocalRun,
  { minutes, clients, seed, logFile }: LoadOptions,
): Promise<Load> {
  const { baseUrl, keys } = run.stack;
  const pid = run.process.pid ?? 0;
  const store = new StoredState(run.stack);
  await calibrate(new MixedRequests(baseUrl, keys.business), clients, seed, calibrationSeconds);
  // Again, with warm processes.
  const warm = new MixedRequests(baseUrl, keys.business);
  const held = await calibrate(warm, clients, seed + 1, calibrationSeconds);
  await drain(store);
  await sleep(3000);
  const before = sampleProcesses(pid);

  const requests = new MixedRequests(baseUrl, keys.business);
  const offered = 2 * held;
  const samples: TimedSamples[] = [];
  const sampling = setInterval(
    () => samples.push({ at: Date.now(), samples: sampleProcesses(pid) }),
    sampleMilliseconds,
  );
  const leftOut = await overload(requests, offered, minutes, new Random(seed + 2));
  const backlog = await openJobs(store);
  const drainedAfter = await drain(store);
  clearInterval(sampling);
  await sleep(3000);
  const ends = endsOf(jobsOf(await store.items()));
  return {
    held,
    offered,
    minutes,
    leftOut,
    timings: requests.timings,
    backlog,
    drainedAfter,
    messages: [...(await store.messages()).values()].reduce((sum, count) => sum + count, 0),
    ends,
    errors: loggedErrors(logFile),
    before,
    after: sampleProcesses(pid),
    samples,
  };
}

/** How many jobs ended in which way. When a part of a job fails, its others are canceled. */
function endsOf(jobs: readonly Job[]): Map<string, number> {
  const failed = new Set(jobs.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const ends = new Map<string, number>();
  for (const { status, error, parent } of jobs) {
    const isPart = status === 'canceled' && parent !== undefined && failed.has(parent.id);
    const end = error ? `${status}: ${error.code}` : isPart ? canceledPart : status;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return ends;
}

/** @returns requests a second */
async function calibrate(
  requests: MixedRequests,
  clients: number,
  seed: number,
  seconds: number,
): Promise<number> {
  const start = Date.now();
  const isOver = (): boolean => Date.now() - start > seconds * 1000;
  const client = async (random: Random): Promise<void> => {
    while (!isOver()) {
      const job = await requests.send(random);
      if (job !== undefined) await requests.ended(job);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(new Random(seed * 100 + index))));
  return requests.timings.length / ((Date.now() - start) / 1000);
}

/** Sends requests at a rate, without waiting for responses. @returns how many were not sent */
async function overload(
  requests: MixedRequests,
  rate: number,
  minutes: number,
  random: Random,
): Promise<number> {
  const start = Date.now();
  const waiting = new Set<Promise<unknown>>();
  const mostWaiting = Math.ceil((rate / 2) * longestWaitSeconds);
  let leftOut = 0;
  for (let sent = 0; Date.now() - start < minutes * 60_000; sent += 1) {
    const early = start + (sent * 1000) / rate - Date.now();
    if (early > 0) await sleep(early);
    if (waiting.size >= mostWaiting) {
      leftOut += 1;
      continue;
    }
    const sending = requests.send(random).finally(() => waiting.delete(sending));
    waiting.add(sending);
  }
  await Promise.all(waiting);
  return leftOut;
}

/** Errors in the log by function, message and error, and invocations without a response. */
function loggedErrors(logFile: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    const [failure] = /the function failed: .*/.exec(line) ?? [];
    if (failure !== undefined) {
      const what = failure.replace(/RequestId: \S+ /, '');
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    const [, name, entry] = /^\[(\w+)\] (\{.*"level":"ERROR".*\})$/.exec(line) ?? [];
    if (name === undefined || entry === undefined) continue;
    const { message, error } = JSON.parse(entry) as { message: string; error?: { message?: string } };
    const what = `${name}: ${message}: ${(error?.message ?? '').slice(0, 120)}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

const openJobs = async (store: StoredState): Promise<number> =>
  jobsOf(await store.items()).filter(({ status }) => !isTerminal(status)).length;

/** @returns seconds until no job was open */
async function drain(store: StoredState): Promise<number | undefined> {
  const start = Date.now();
  while (Date.now() - start < drainMinutes * 60_000) {
    if ((await openJobs(store)) === 0) return (Date.now() - start) / 1000;
    await sleep(2000);
  }
  return undefined;
}
