import * as z from 'zod';
import { errorCodes } from '../base/app-error.ts';
import { storedFile } from '../files/file-record.ts';
import { jobTypes, jobStatuses, type JobStatus } from '../api/job-states.ts';
import { webhookRecord } from './notification.ts';

/** Jobs can be read for this long, in milliseconds. */
export const jobLifetime = 7 * 24 * 3600 * 1000;

/** Attempts at a job before its failure is final. */
export const maxAttempts = 3;

const instant = z.string();

/** A job as it is stored. Times are ISO 8601 UTC, sizes bytes. */
export const jobRecord = z.object({
  v: z.literal(1),
  id: z.string(),
  /** Id of the key that created the job. */
  owner: z.string(),
  type: z.enum(jobTypes),
  status: z.enum(jobStatuses),
  createdAt: instant,
  startedAt: instant.optional(),
  finishedAt: instant.optional(),
  /** The job cannot be read from this time on. */
  expiresAt: instant,
  /** Also the number of the attempt that holds the lease. No other attempt may end the job. */
  attempts: z.int(),
  /** Milliseconds since the epoch until which the attempt counts as alive. */
  leaseUntil: z.number().optional(),
  /** Whether a fault of the document ended an attempt. The next such fault fails the job. */
  documentFault: z.boolean().optional(),
  enqueuedAt: instant.optional(),
  /** The item that counts the job among its owner's open jobs until it ends. */
  slotItem: z.string().optional(),
  /** Set when the client deleted the input and the result. */
  deletedAt: instant.optional(),
  input: z.object({ key: z.string(), eTag: z.string(), fileName: z.string(), size: z.int() }),
  /** File name of the result. */
  fileName: z.string(),
  /** The options as the job's contract parsed them. Only submitter and worker interpret them. */
  options: z.record(z.string(), z.unknown()),
  /** Password of an encrypted document. Removed when the job ends. */
  password: z.string().optional(),
  result: storedFile.optional(),
  error: z.object({ code: z.enum(errorCodes), detail: z.string() }).optional(),
  /** The request that created the job. All log lines about the job have its request id and trace. */
  origin: z.object({ requestId: z.string(), traceparent: z.string() }).optional(),
  /** The webhook to call when the job ends. */
  webhook: webhookRecord.optional(),
});

export type Job = z.output<typeof jobRecord>;

/** The queue message. The job itself is in the table. */
export const jobMessage = z.object({ v: z.literal(1), jobId: z.string() });
export type JobMessage = z.output<typeof jobMessage>;

/** @throws Error when `body` is not a valid message; the message then goes to the dead-letter queue */
export const readJobMessage = (body: string): JobMessage => jobMessage.parse(JSON.parse(body));

export const isTerminal = (status: JobStatus): boolean => status !== 'queued' && status !== 'processing';

/** Whether a worker may claim the job at `now` (milliseconds since the epoch). */
export const isClaimable = (
  { status, leaseUntil = 0 }: Pick<Job, 'status' | 'leaseUntil'>,
  now: number,
): boolean => status === 'queued' || (status === 'processing' && leaseUntil < now);

/** Whether the job's result can still be read. */
export const hasResult = (job: Job, now: Date): boolean =>
  job.result !== undefined && job.deletedAt === undefined && new Date(job.result.expiresAt) > now;
