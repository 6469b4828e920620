import type { Job, JobInput, JobResult } from './job.ts';

/** The outcome of a claim. */
export type Claim =
  | { kind: 'claimed'; job: Job }
  /** Another worker holds the lease until `leaseUntil` (milliseconds since the epoch). */
  | { kind: 'leased'; leaseUntil: number }
  /** The job waits for its parts. It is sent again when they have ended. */
  | { kind: 'waiting' }
  | { kind: 'ended'; job: Job }
  | { kind: 'unknown' };

/** One attempt at a job: the holder of its lease. */
export interface Attempt {
  jobId: string;
  /** The job's `attempts` when it was claimed. */
  attempt: number;
}

/**
 * Stores jobs. Every change is conditional. In whatever order submitter, workers, sweep, dead-letter function and
 * client act, a status never goes back and a job ends once. Methods that end or release a job return whether they did:
 * false means that another caller was first.
 */
export interface JobStore {
  /** Rejects when a job with that id exists. */
  create(job: Job): Promise<void>;
  /**
   * Claims a job of which nothing may be stored yet: its first claim creates its record. Until `storeCarried`, the record
   * has no options and is in no index: neither lists nor the sweep find it.
   */
  claimCarried(job: Job, now: number, leaseUntil: number): Promise<Claim>;
  /**
   * Creates a carried job whose input is stored, as queued, or records input and options in the record of its claim.
   *
   * @param isSent whether its message is in the queue
   * @returns whether its record has the input; false if the job has ended
   */
  storeCarried(job: Job, isSent: boolean): Promise<boolean>;
  find(jobId: string): Promise<Job | undefined>;
  markEnqueued(jobId: string, at: Date): Promise<void>;
  claim(jobId: string, now: number, leaseUntil: number): Promise<Claim>;
  /** Extends the attempt's lease to `leaseUntil` (milliseconds since the epoch). False if the attempt has lost it. */
  renew(attempt: Attempt, leaseUntil: number): Promise<boolean>;
  /** Records the inputs that the attempt has stored, and the URLs of those that it has not, if any. */
  recordInputs(
    attempt: Attempt,
    inputs: readonly JobInput[],
    urls: readonly (string | null)[] | undefined,
  ): Promise<boolean>;
  /** Records how many results the attempt is about to store, so that a deletion finds them. */
  expectResults(attempt: Attempt, count: number): Promise<boolean>;
  /**
   * Releases the attempt. Its lease then ends at `until` (milliseconds since the epoch): a duplicate message that
   * arrives earlier finds the job leased.
   *
   * @param fault what ended the attempt, `service` by default; the job records a fault of its document
   */
  release(attempt: Attempt, until: number, fault?: 'document' | 'service'): Promise<boolean>;
  complete(attempt: Attempt, result: JobResult, at: Date): Promise<boolean>;
  /** Fails the attempt's job. */
  fail(attempt: Attempt, error: NonNullable<Job['error']>, at: Date): Promise<boolean>;
  /** Fails a job that no worker is running any more, regardless of its attempt. Returns the job if it did. */
  abandon(jobId: string, error: NonNullable<Job['error']>, at: Date): Promise<Job | undefined>;
  cancel(jobId: string, at: Date): Promise<boolean>;
  /** Records that the client deleted the job's data. The status does not change. */
  markDeleted(jobId: string, at: Date): Promise<void>;
  /** Records that the client deleted one of the job's list of results. */
  markResultDeleted(jobId: string, fileId: string, at: Date): Promise<void>;
  /** Records that the job's webhook is in its queue, so the sweep no longer needs to check the job. */
  markWebhookQueued(jobId: string, at: Date): Promise<void>;
  /**
   * Yields the jobs that are due for a check: jobs that have not ended, whose webhook is not in its queue, or that are
   * unreported parts.
   */
  due(now: number): AsyncIterable<Job>;
  /**
   * Records which parts the attempt is about to create, so that a deletion finds them.
   *
   * @param indices the places of the files that the parts convert
   */
  expectParts(attempt: Attempt, indices: readonly number[]): Promise<boolean>;
  /**
   * Ends an attempt that waits for parts of its job: until `resume`, or `until`, no worker can claim the job.
   *
   * @param indices the places of the files that the parts convert
   * @param times in milliseconds since the epoch; `due` is that of the next check of the job
   * @returns the job; undefined if the attempt has lost it
   */
  awaitParts(
    attempt: Attempt,
    indices: readonly number[],
    times: { until: number; due: number },
  ): Promise<Job | undefined>;
  /** Records that a part has ended. Returns the job of the part unless that has ended. */
  endPart(jobId: string, index: number, failed: boolean): Promise<Job | undefined>;
  /** Makes a job that waits for parts claimable. False if it does not wait. */
  resume(jobId: string, now: number): Promise<boolean>;
  /** Records that the end of a part is recorded in its job, so the sweep no longer needs to check the part. */
  markReported(partId: string): Promise<void>;
  /** Postpones the next check of a job that has not ended to `until` (milliseconds since the epoch). */
  postpone(jobId: string, until: number): Promise<void>;
}
