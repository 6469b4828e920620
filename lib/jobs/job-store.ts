import type { ErrorCode } from '../base/app-error.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { Job } from './job.ts';

/** What became of a try to take a job. */
export type Claim =
  | { kind: 'claimed'; job: Job }
  /** Another worker has it until `leaseUntil` (milliseconds since the epoch). */
  | { kind: 'leased'; leaseUntil: number }
  | { kind: 'ended'; job: Job }
  | { kind: 'unknown' };

/** One attempt at a job: the holder of its lease. */
export interface Attempt {
  jobId: string;
  /** The job's `attempts` when it was claimed. */
  attempt: number;
}

/**
 * Keeps jobs. Every change is conditional, so that whatever the order of submitter, workers, sweeper, dead-letter
 * and client, a status never goes back and a job ends once. Methods that end or release a job answer whether they
 * did: false means that somebody else was faster.
 */
export interface JobStore {
  /** Rejects when there is a job of that id. */
  create(job: Job): Promise<void>;
  find(jobId: string): Promise<Job | undefined>;
  markEnqueued(jobId: string, at: Date): Promise<void>;
  claim(jobId: string, now: number, leaseUntil: number): Promise<Claim>;
  /**
   * Gives the attempt up. Its lease then ends at `until` (milliseconds since the epoch): before, a message that comes twice
   * finds the job taken.
   *
   * @param fault whose fault ended the attempt, `service` by default; the job remembers one of its document
   */
  release(attempt: Attempt, until: number, fault?: 'document' | 'service'): Promise<boolean>;
  complete(attempt: Attempt, result: StoredFile, at: Date): Promise<boolean>;
  /** Fails the attempt's job. */
  fail(attempt: Attempt, error: { code: ErrorCode; detail: string }, at: Date): Promise<boolean>;
  /** Fails a job that nobody works on any more, whatever attempt it was at. Answers with it if it did. */
  abandon(jobId: string, error: { code: ErrorCode; detail: string }, at: Date): Promise<Job | undefined>;
  cancel(jobId: string, at: Date): Promise<boolean>;
  /** Records that the client deleted what the job holds; its status stays. */
  markDeleted(jobId: string, at: Date): Promise<void>;
  /** Records that the job's webhook is in its queue: there is nothing left to look after. */
  markWebhookQueued(jobId: string, at: Date): Promise<void>;
  /** Jobs to be looked at by now: they have not ended, or their webhook is not in its queue. */
  due(now: number): AsyncIterable<Job>;
  /** A job that has not ended is not to be looked at again before then (milliseconds since the epoch). */
  postpone(jobId: string, until: number): Promise<void>;
}
