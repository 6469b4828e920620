import { type GivenFile, isInputFile } from '../files/input-file.ts';
import { inputKey, type InputStore, type StoredInput } from '../files/input-store.ts';
import { timed } from '../base/observability/span.ts';
import { type Job, type JobInput, type StoredJobInput, timeOfJob } from './job.ts';
import type { CarriedJob } from './job-message.ts';
import type { SubmissionQueue } from './job-queue.ts';
import type { JobStore } from './job-store.ts';
import type { RunOptions } from './run-job.ts';
import { sweepTimes } from './sweep-times.ts';

/**
 * The largest message of a carried job, in bytes. SQS bills each started 64 KiB as a request, so storing a document in
 * S3 costs more than sending it.
 */
const mostBytes = 250_000;

/** Milliseconds from its creation, or of its work, after which a carried job is stored. */
const carriedMilliseconds = 1_000;

/** What stores a carried job. */
export interface CarriedJobStores {
  inputs: Pick<InputStore, 'store'>;
  jobs: Pick<JobStore, 'storeCarried'>;
}

/** What a worker runs and stores carried jobs with. */
export interface CarriedWorkStores extends CarriedJobStores {
  inputs: Pick<InputStore, 'store' | 'delete'>;
  jobs: Pick<JobStore, 'claimCarried' | 'find' | 'storeCarried'>;
}

/** A carried job after its submission. */
export interface SentJob {
  job: Job;
  /** Stores the job unless it has ended: it can then be read, and runs although its message is lost. */
  store: () => Promise<void>;
}

/**
 * Returns a job with its input as they travel in a message, or undefined for a job that must be stored: with other inputs
 * than one part of the request, with anything that is secret, or too large for a message.
 */
export function carriedJobOf(job: Omit<Job, 'inputs'>, inputs: readonly GivenFile[]): CarriedJob | undefined {
  const [file, ...others] = inputs;
  const { secrets, passwords, deliverTo, webhook, urls, storedOptions, slotItems } = job;
  const mustBeStored = [secrets, passwords, deliverTo, webhook, urls, storedOptions, slotItems];
  if (!file || others.length > 0 || mustBeStored.some((member) => member !== undefined)) return undefined;
  if (!isInputFile(file) || file.source.kind !== 'inline') return undefined;
  const { field, fileName, size, source } = file;
  const carried = { ...job, createdAt: timeOfJob(job.id), inputs: [{ field, fileName, size }] };
  const bytes = Buffer.byteLength(JSON.stringify(carried)) + Math.ceil(size / 3) * 4;
  return bytes <= mostBytes ? { job: carried, content: source.bytes } : undefined;
}

/** Sends a job in its message. If that fails, stores it: the message may be in the queue, or the sweep sends the job. */
export async function sendCarried(
  carried: CarriedJob,
  { queue, ...stores }: CarriedJobStores & { queue: SubmissionQueue },
): Promise<SentJob> {
  const isSent = await timed('send', () => queue.carry(carried)).then(
    () => true,
    () => false,
  );
  if (!isSent) await storeCarried(carried, stores, isSent);
  const stored = Promise.resolve();
  return isSent ? carriedAgain(carried, stores) : { job: carried.job, store: () => stored };
}

/** A carried job that has been sent already. */
export const carriedAgain = (carried: CarriedJob, stores: CarriedJobStores): SentJob => ({
  job: { ...carried.job, carried: true },
  store: async () => {
    await storeCarried(carried, stores, true);
  },
});

/** An input of a carried job, stored or not, with its bytes. */
const inHand = (
  { fileName = '', size, ...input }: JobInput,
  { content }: CarriedJob,
): StoredJobInput & Pick<StoredInput, 'content'> => ({
  key: '',
  eTag: '',
  ...input,
  fileName,
  size: size ?? content.length,
  content: Promise.resolve(content),
});

/** @returns false if the job has ended. Its input is stored for nothing then. */
async function storeCarried(
  { job, content }: CarriedJob,
  { inputs, jobs }: CarriedJobStores,
  isSent: boolean,
): Promise<boolean> {
  const stored = await Promise.all(
    job.inputs.map(async ({ field, fileName = '', size = content.length }): Promise<StoredJobInput> => {
      const file = { field, fileName, size, source: { kind: 'inline' as const, bytes: content } };
      return { ...(await inputs.store(job.owner, inputIdOf(job), file)), field, fileName, size };
    }),
  );
  return timed('record', () => jobs.storeCarried({ ...job, inputs: stored }, isSent));
}

/** Every call stores under the same name. The content is the same too, so any of them may be the one that is recorded. */
const inputIdOf = ({ id }: Pick<Job, 'id'>): string => `${id}-0`;

/** The key of the input of a carried job, if it was stored. */
export const carriedKeyOf = (job: Pick<Job, 'id' | 'owner'>): string => inputKey(job.owner, inputIdOf(job));

/**
 * Whether a worker may run the job from its message: at its first receive, and before it counts as waiting. Otherwise it is
 * stored first. Thus workers that choose between keys find all jobs that wait, and retries find their input.
 */
export const runsFromMessage = ({ job }: CarriedJob, receives: number, now = Date.now()): boolean =>
  receives === 1 && now - Date.parse(job.createdAt) < carriedMilliseconds;

/**
 * Stores a carried job of which a worker has the message, unless it is stored, has ended, or was never accepted: nothing
 * has such a job for a day.
 */
export async function keepCarried(
  carried: CarriedJob,
  { inputs, jobs }: CarriedWorkStores,
  now = Date.now(),
): Promise<void> {
  const { job } = carried;
  const current = await jobs.find(job.id);
  const isNeeded = current?.carried ?? now - Date.parse(job.createdAt) < sweepTimes.notStarted;
  if ((current && !current.carried) || !isNeeded) return;
  if (await storeCarried(carried, { inputs, jobs }, true)) return;
  await inputs.delete({ key: carriedKeyOf(job) });
}

/**
 * How a job runs from its message. It is stored before it is retried, and when its work takes longer than that of most
 * documents.
 *
 * @param held hides the message longer. Called once the work takes longer than that of most documents
 */
export function carriedRun(
  carried: CarriedJob,
  work: RunOptions['work'],
  { held, report, ...stores }: CarriedWorkStores & { held: () => void; report: (error: unknown) => void },
): Pick<RunOptions, 'claim' | 'work' | 'beforeRetry'> {
  const keep = (): Promise<void> => keepCarried(carried, stores);
  return {
    claim: (now, leaseUntil) => stores.jobs.claimCarried(carried.job, now, leaseUntil),
    beforeRetry: keep,
    work: async (job, ...rest) => {
      let kept: Promise<void> | undefined;
      const timer = setTimeout(() => {
        held();
        kept = keep().catch(report);
      }, carriedMilliseconds);
      try {
        const { options } = carried.job;
        const inputs = job.inputs.map((input) => inHand(input, carried));
        return await work({ ...job, options, inputs }, ...rest);
      } finally {
        clearTimeout(timer);
        await kept;
      }
    },
  };
}
