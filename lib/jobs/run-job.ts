import { AppError } from '../base/app-error.ts';
import { InputFault } from '../base/input-fault.ts';
import { DocumentFault } from './document-fault.ts';
import { holdLease, type Lease, LeaseLost, leaseTimes } from './hold-lease.ts';
import { attemptsOf, type Job, type JobResult, maxAttempts } from './job.ts';
import { identify, timed } from '../base/observability/span.ts';
import { idsOfJob, type JobEnding } from './job-ending.ts';
import type { Attempt, Claim, JobStore } from './job-store.ts';

/**
 * The work of a job type: creates and stores its result by `deadline` (milliseconds since the epoch), or stops when
 * `signal` is aborted. An InputFault means that the document is at fault and fails the job at once, as does an AppError
 * unless it is retryable. The second DocumentFault also fails it. All other errors are faults of the service.
 */
export type JobWork<J = Job, Outcome = JobResult> = (
  job: J,
  deadline: number,
  signal: AbortSignal,
) => Promise<Outcome>;

/** The outcome of an attempt that ended because the job waits for its parts. */
export const awaitsParts = Symbol('awaits parts');

/** As `JobWork`, for a job that can have parts. */
export type WorkWithParts<J = Job> = JobWork<J, JobResult | typeof awaitsParts>;

/** What the caller does with the job's message. */
export type MessageOutcome =
  | { kind: 'done' }
  /** Deliver the message again after `seconds`. */
  | { kind: 'again'; seconds: number }
  /** Another worker holds the job. Return the message for `seconds`, in case that worker dies. */
  | { kind: 'leased'; seconds: number };

export interface RunOptions {
  jobs: JobStore;
  work: WorkWithParts;
  /** Deletes the job's result if one is stored, when nobody may read it any more. */
  discard: (job: Job) => Promise<void>;
  /** Announces the job's end, as `announceEnd` does. If this fails, the sweep does. */
  announce: (job: Job) => Promise<void>;
  /** Claims the job. Default: as `JobStore.claim`. Times in milliseconds since the epoch. */
  claim?: (now: number, leaseUntil: number) => Promise<Claim>;
  /** Called before the job is released for another attempt. */
  beforeRetry?: () => Promise<void>;
  /** Called when the job is claimed, before its work starts. Must not reject. */
  claimed?: () => Promise<void>;
  /** Called when the attempt's lease was renewed. */
  renewed?: () => void;
  /** Milliseconds left for this invocation. */
  millisecondsLeft: number;
  now?: () => number;
  /** Waits between renewals; see `holdLease`. */
  pause?: Lease['pause'];
  report?: (error: unknown, attempt: Attempt) => void;
  /** Receives how this call ended the job, if it did. */
  ended?: (ending: JobEnding) => void;
}

/** Milliseconds reserved to store the outcome at the end of the invocation. */
const endMargin = 10_000;
/**
 * Seconds before the second and the third attempt after a fault of the service. The pauses grow, so that a brief outage
 * of a store does not use up all three attempts.
 */
const retrySeconds = [5, 30] as const;
/** Seconds before the retry after a document's fault. Nothing has to recover: the retry gets a fresh process. */
const documentRetrySeconds = 1;

/**
 * Claims a job and runs it. Safe to call for the same job repeatedly and concurrently: the lease admits one attempt at
 * a time, and the store accepts one outcome.
 */
export async function runJob(jobId: string, options: RunOptions): Promise<MessageOutcome> {
  const { jobs, millisecondsLeft, now = Date.now } = options;
  const claimJob = options.claim ?? ((at, until) => jobs.claim(jobId, at, until));
  const claim = await timed('claim', () => claimJob(now(), now() + leaseTimes.lease));
  if (claim.kind === 'leased') {
    return { kind: 'leased', seconds: Math.max(1, Math.ceil((claim.leaseUntil - now()) / 1000)) };
  }
  // The worker may have died after it stored the result and before it checked for a deletion.
  if (claim.kind === 'ended' && isDeleted(claim.job)) await options.discard(claim.job);
  // An unknown job was never accepted, or has expired.
  if (claim.kind !== 'claimed') return { kind: 'done' };
  const { job } = claim;
  identify(idsOfJob(job));
  await options.claimed?.();
  if (attemptsOf(job) > maxAttempts) return giveUp(job, options);
  try {
    const working = Math.max(0, millisecondsLeft - endMargin);
    const deadline = now() + working;
    const late = AbortSignal.timeout(working);
    const result = await holdLease(
      (lost) => options.work(job, deadline, AbortSignal.any([late, lost])),
      leaseOf(job, options),
    );
    if (result === awaitsParts) return { kind: 'done' };
    const completed = await timed('complete', () => jobs.complete(attemptOf(job), result, new Date(now())));
    if (completed) await ended({ job }, options);
    // The job was deleted meanwhile, or taken over by another attempt, which stores its result under the same name.
    else await discardIfDeleted(job, options);
    return { kind: 'done' };
  } catch (error) {
    return await failed(job, error, options);
  }
}

async function failed(job: Job, thrown: unknown, options: RunOptions): Promise<MessageOutcome> {
  const { now = Date.now } = options;
  if (thrown instanceof LeaseLost) {
    await discardIfDeleted(job, options);
    return { kind: 'done' };
  }
  const error = thrown instanceof InputFault ? thrown.about('The document') : thrown;
  if (error instanceof AppError && isFinal(error, job)) {
    const { code, standaloneDetail: detail, retryable } = error;
    return fail(job, { code, detail, ...(retryable === undefined ? {} : { retryable }) }, options);
  }
  options.report?.(error, attemptOf(job));
  const isDocumentFault = error instanceof DocumentFault;
  if (isDocumentFault && job.documentFault) {
    return fail(job, { code: error.code, detail: error.message }, options);
  }
  // A document's first fault proves nothing: even on the last attempt, the job does not fail with its code.
  if (attemptsOf(job) >= maxAttempts) return giveUp(job, options);
  const seconds = isDocumentFault
    ? documentRetrySeconds
    : (retrySeconds[attemptsOf(job) - 1] ?? retrySeconds[1]);
  await options.beforeRetry?.();
  const released = await options.jobs.release(
    attemptOf(job),
    now() + seconds * 1000,
    isDocumentFault ? 'document' : 'service',
  );
  if (released) return { kind: 'again', seconds };
  await discardIfDeleted(job, options);
  return { kind: 'done' };
}

/**
 * Whether another attempt cannot change the error. `unavailable` is the service's own state, and some errors are
 * retryable: then the job fails with the error of the last attempt.
 */
const isFinal = ({ code, retryable }: AppError, job: Job): boolean =>
  code !== 'unavailable' && !(retryable === true && attemptsOf(job) < maxAttempts);

function giveUp(job: Job, options: RunOptions): Promise<MessageOutcome> {
  const detail = `The conversion failed ${maxAttempts} times. Retry the conversion.`;
  return fail(job, { code: 'internal-error', detail }, options);
}

async function fail(
  job: Job,
  error: NonNullable<Job['error']>,
  options: RunOptions,
): Promise<MessageOutcome> {
  const { jobs, now = Date.now } = options;
  const hasFailed = await jobs.fail(attemptOf(job), error, new Date(now()));
  if (hasFailed) await ended({ job, code: error.code }, options);
  else await discardIfDeleted(job, options);
  return { kind: 'done' };
}

async function ended(ending: JobEnding, options: RunOptions): Promise<void> {
  const { job } = ending;
  options.ended?.(ending);
  const status = ending.code ? 'failed' : 'completed';
  await options.announce({ ...job, status }).catch((cause: unknown) => {
    options.report?.(new Error('The end of the job was not announced', { cause }), attemptOf(job));
  });
}

const leaseOf = (job: Job, options: RunOptions): Lease => {
  const { jobs, now = Date.now, pause, renewed, report } = options;
  return {
    renew: async () => {
      const isHeld = await jobs.renew(attemptOf(job), now() + leaseTimes.lease);
      if (isHeld) renewed?.();
      return isHeld;
    },
    report: (cause) => report?.(new Error('The lease was not renewed', { cause }), attemptOf(job)),
    ...(pause ? { pause } : {}),
  };
};

const attemptOf = ({ id, attempts }: Job): Attempt => ({ jobId: id, attempt: attempts });

const isDeleted = ({ status, deletedAt }: Job): boolean => status === 'canceled' || deletedAt !== undefined;

/** A client's deletion covers what is stored at that time. A worker that stores a result later deletes it itself. */
async function discardIfDeleted(job: Job, { jobs, discard }: RunOptions): Promise<void> {
  const current = await jobs.find(job.id);
  if (!current || isDeleted(current)) await discard(job);
}
