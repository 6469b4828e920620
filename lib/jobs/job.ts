import * as z from 'zod';
import { errorCodes } from '../base/app-error.ts';
import { storedFile } from '../files/file-record.ts';
import { jobTypes, jobStatuses, type JobStatus } from '../api/job-states.ts';
import { webhookRecord } from './notification.ts';

/** Jobs are found for this long, in milliseconds. */
export const jobLifetime = 7 * 24 * 3600 * 1000;

/** Times that a job is tried before what failed it is taken for final. */
export const maxAttempts = 3;

const instant = z.string();

/** A job as it is stored. Times are ISO 8601 UTC, sizes bytes. */
export const jobRecord = z.object({
  v: z.literal(1),
  id: z.string(),
  /** Id of the key that made it. */
  owner: z.string(),
  type: z.enum(jobTypes),
  status: z.enum(jobStatuses),
  createdAt: instant,
  startedAt: instant.optional(),
  finishedAt: instant.optional(),
  /** From then on nobody finds it. */
  expiresAt: instant,
  /** Also the number of the attempt that holds the lease: no other one may end the job. */
  attempts: z.int(),
  /** Milliseconds since the epoch until which the attempt is taken to be alive. */
  leaseUntil: z.number().optional(),
  /** Whether an attempt ended by a fault of the document: the next such fault fails the job. */
  documentFault: z.boolean().optional(),
  enqueuedAt: instant.optional(),
  /** The item that counts the job among its owner's open jobs until it ends. */
  slotItem: z.string().optional(),
  /** Set when the client deleted input and result. */
  deletedAt: instant.optional(),
  input: z.object({ key: z.string(), eTag: z.string(), fileName: z.string(), size: z.int() }),
  /** Name of the result. */
  fileName: z.string(),
  /** As the job's contract parsed them; what they mean is between submitter and worker. */
  options: z.record(z.string(), z.unknown()),
  /** Of an encrypted document. Removed when the job ends. */
  password: z.string().optional(),
  result: storedFile.optional(),
  error: z.object({ code: z.enum(errorCodes), detail: z.string() }).optional(),
  /** The request that made it: by that and its trace all that is done for the job is found in the logs. */
  origin: z.object({ requestId: z.string(), traceparent: z.string() }).optional(),
  /** Where somebody wants to be told of the job's end. */
  webhook: webhookRecord.optional(),
});

export type Job = z.output<typeof jobRecord>;

/** What the queue carries; the job itself is in the table. */
export const jobMessage = z.object({ v: z.literal(1), jobId: z.string() });
export type JobMessage = z.output<typeof jobMessage>;

/** @throws when `body` is no message of ours; it then ends in the dead-letter queue */
export const readJobMessage = (body: string): JobMessage => jobMessage.parse(JSON.parse(body));

export const isTerminal = (status: JobStatus): boolean => status !== 'queued' && status !== 'processing';

/** Whether a worker may take the job at `now` (milliseconds since the epoch). */
export const isClaimable = (
  { status, leaseUntil = 0 }: Pick<Job, 'status' | 'leaseUntil'>,
  now: number,
): boolean => status === 'queued' || (status === 'processing' && leaseUntil < now);

/** Whether the job's result can still be read. */
export const hasResult = (job: Job, now: Date): boolean =>
  job.result !== undefined && job.deletedAt === undefined && new Date(job.result.expiresAt) > now;
