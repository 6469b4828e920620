import { AppError } from '../base/app-error.ts';
import type { StoredFile } from '../files/file-record.ts';
import { DocumentFault } from './document-fault.ts';
import { type Job, maxAttempts } from './job.ts';
import { identify } from '../base/observability/work.ts';
import { idsOfJob, type JobEnding } from './job-ending.ts';
import type { Attempt, JobStore } from './job-store.ts';

/**
 * What a job type does: makes and stores the result by `deadline` (milliseconds since the epoch), when `signal` is
 * aborted too. An AppError is the document's fault and fails the job at once. The second DocumentFault fails it, too. All
 * other errors are ours.
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
  /** Deletes what may be stored as the job's result, which nobody may have any more. */
  discard: (job: Job) => Promise<void>;
  /** Has the job's webhook sent, if it has one. What fails here is left to the sweep. */
  announce: (job: Job) => Promise<void>;
  /** Called when the job is claimed, before the work on it begins. Must not reject. */
  claimed?: () => Promise<void>;
  /** Milliseconds that are left for this invocation. */
  millisecondsLeft: number;
  now?: () => number;
  report?: (error: unknown, attempt: Attempt) => void;
  /** Learns how this call ended the job, if it did. */
  ended?: (ending: JobEnding) => void;
}

/** How long a worker is taken to be alive after its time is up. */
const leaseMargin = 10_000;
/** Time to store the outcome in, at the end of the invocation. */
const endMargin = 10_000;
/** Pauses before the second and the third try after a fault of ours: a store's bad moment should not use up all three. */
const retrySeconds = [5, 30] as const;
/** Pause before the retry after a document's fault. Nothing has to recover: the retry gets a fresh process. */
const documentRetrySeconds = 1;

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
  // Whoever worked on it may have died between storing and looking.
  if (claim.kind === 'ended' && isDeleted(claim.job)) await options.discard(claim.job);
  // An unknown job was never accepted, or has expired.
  if (claim.kind !== 'claimed') return { kind: 'done' };
  const { job } = claim;
  identify(idsOfJob(job));
  await options.claimed?.();
  if (job.attempts > maxAttempts) return giveUp(job, options);
  try {
    const working = Math.max(0, millisecondsLeft - endMargin);
    const result = await options.work(job, now() + working, AbortSignal.timeout(working));
    const completed = await jobs.complete(attemptOf(job), result, new Date(now()));
    if (completed) await ended({ job }, options);
    // Deleted meanwhile, or taken over by another attempt, which stores under the same name.
    else await discardIfDeleted(job, options);
    return { kind: 'done' };
  } catch (error) {
    return await failed(job, error, options);
  }
}

async function failed(job: Job, error: unknown, options: RunOptions): Promise<Delivery> {
  const { now = Date.now } = options;
  if (error instanceof AppError) return fail(job, { code: error.code, detail: error.message }, options);
  options.report?.(error, attemptOf(job));
  const isDocumentFault = error instanceof DocumentFault;
  if (isDocumentFault && job.documentFault) {
    return fail(job, { code: error.code, detail: error.message }, options);
  }
  // A document's first fault proves nothing, so it does not fail the job with its code even on the last attempt.
  if (job.attempts >= maxAttempts) return giveUp(job, options);
  const seconds = isDocumentFault
    ? documentRetrySeconds
    : (retrySeconds[job.attempts - 1] ?? retrySeconds[1]);
  const released = await options.jobs.release(
    attemptOf(job),
    now() + seconds * 1000,
    isDocumentFault ? 'document' : 'service',
  );
  if (released) return { kind: 'again', seconds };
  await discardIfDeleted(job, options);
  return { kind: 'done' };
}

function giveUp(job: Job, options: RunOptions): Promise<Delivery> {
  const detail = `The conversion failed ${maxAttempts} times. It can be sent again.`;
  return fail(job, { code: 'internal-error', detail }, options);
}

async function fail(job: Job, error: NonNullable<Job['error']>, options: RunOptions): Promise<Delivery> {
  const { jobs, now = Date.now } = options;
  if (await jobs.fail(attemptOf(job), error, new Date(now()))) {
    await ended({ job, code: error.code }, options);
  }
  return { kind: 'done' };
}

async function ended(ending: JobEnding, options: RunOptions): Promise<void> {
  const { job } = ending;
  options.ended?.(ending);
  await options.announce(job).catch((cause: unknown) => {
    options.report?.(new Error('The webhook was not queued', { cause }), attemptOf(job));
  });
}

const attemptOf = ({ id, attempts }: Job): Attempt => ({ jobId: id, attempt: attempts });

const isDeleted = ({ status, deletedAt }: Job): boolean => status === 'canceled' || deletedAt !== undefined;

/** The client deletes what is stored by then; what a worker stores after that is the worker's to delete. */
async function discardIfDeleted(job: Job, { jobs, discard }: RunOptions): Promise<void> {
  const current = await jobs.find(job.id);
  if (!current || isDeleted(current)) await discard(job);
}
