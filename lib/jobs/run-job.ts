import { AppError } from '../app-error.ts';
import type { StoredFile } from '../files/file-record.ts';
import { type Job, maxAttempts } from './job.ts';
import type { Attempt, JobStore } from './job-store.ts';

/**
 * What a job type does: makes and stores the result by `deadline` (milliseconds since the epoch), when `signal` is
 * aborted too. An AppError is the document's fault, all else ours.
 */
export type JobWork = (job: Job, deadline: number, signal: AbortSignal) => Promise<StoredFile>;

/** What to do with the message of a job. */
export type Delivery =
  | { kind: 'done' }
  /** Deliver it again after that many seconds. */
  | { kind: 'again'; seconds: number };

export interface RunOptions {
  jobs: JobStore;
  work: JobWork;
  /** Deletes a result that nobody will be told of. */
  discard: (result: StoredFile) => Promise<void>;
  /** Milliseconds that are left for this invocation. */
  millisecondsLeft: number;
  now?: () => number;
  report?: (error: unknown, attempt: Attempt) => void;
}

/** How long a worker is taken to be alive after its time is up. */
const leaseMargin = 10_000;
/** Time to store the outcome in, at the end of the invocation. */
const endMargin = 10_000;
/** Pause before the next try after a fault of ours. */
const retrySeconds = 5;

/**
 * Takes a job and runs it. May be called for the same job any number of times, at the same time too: the lease lets
 * one attempt work, and the store lets one outcome stand.
 */
export async function runJob(jobId: string, options: RunOptions): Promise<Delivery> {
  const { jobs, millisecondsLeft, now = Date.now } = options;
  const claim = await jobs.claim(jobId, now(), now() + millisecondsLeft + leaseMargin);
  if (claim.kind === 'leased') {
    return { kind: 'again', seconds: Math.max(1, Math.ceil((claim.leaseUntil - now()) / 1000)) };
  }
  // An unknown job was never accepted, or has expired.
  if (claim.kind !== 'claimed') return { kind: 'done' };
  const { job } = claim;
  const attempt = { jobId, attempt: job.attempts };
  if (job.attempts > maxAttempts) return giveUp(attempt, options);
  try {
    const working = Math.max(0, millisecondsLeft - endMargin);
    const result = await options.work(job, now() + working, AbortSignal.timeout(working));
    // Canceled meanwhile, or taken over by another attempt, which stores under the same name.
    if (!(await jobs.complete(attempt, result, new Date(now()))))
      await discardIfCanceled(jobId, result, options);
    return { kind: 'done' };
  } catch (error) {
    return await failed(attempt, error, options);
  }
}

async function failed(attempt: Attempt, error: unknown, options: RunOptions): Promise<Delivery> {
  const { jobs, now = Date.now } = options;
  if (error instanceof AppError) {
    await jobs.fail(attempt, { code: error.code, detail: error.message }, new Date(now()));
    return { kind: 'done' };
  }
  options.report?.(error, attempt);
  if (attempt.attempt >= maxAttempts) return giveUp(attempt, options);
  const released = await jobs.release(attempt);
  return released ? { kind: 'again', seconds: retrySeconds } : { kind: 'done' };
}

async function giveUp(attempt: Attempt, { jobs, now = Date.now }: RunOptions): Promise<Delivery> {
  const detail = `The conversion failed ${maxAttempts} times. It can be sent again.`;
  await jobs.fail(attempt, { code: 'internal-error', detail }, new Date(now()));
  return { kind: 'done' };
}

async function discardIfCanceled(
  jobId: string,
  result: StoredFile,
  { jobs, discard }: RunOptions,
): Promise<void> {
  const job = await jobs.find(jobId);
  if (!job || job.status === 'canceled') await discard(result);
}
