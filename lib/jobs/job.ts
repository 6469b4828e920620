import * as z from 'zod';
import { errorCodes } from '../base/app-error.ts';
import { newId, numberedUlid, timeOfId } from '../base/identifiers.ts';
import { type StoredFile, storedFile } from '../files/file-record.ts';
import type { StoredInput } from '../files/input-store.ts';
import { jobTypes, jobStatuses, partTypes, type JobStatus } from '../api/job-states.ts';
import { jobQueueNames } from './job-queue.ts';
import { webhookRecord } from './notification.ts';

/** Jobs can be read for this long, in milliseconds. */
export const jobLifetime = 7 * 24 * 3600 * 1000;

/** Attempts at a job before its failure is final. */
export const maxAttempts = 3;

/** The attempts since the job last waited for its parts: only these count against `maxAttempts`. */
export const attemptsOf = ({ attempts, parts }: Pick<Job, 'attempts' | 'parts'>): number =>
  attempts - (parts?.attempt ?? 0);

const instant = z.string();

/** An input of a job: an object in the bucket, in the version that the request named. Size in bytes. */
const storedJobInput = z.object({
  /** The field it came in: `file`, `files[1]`. */
  field: z.string(),
  key: z.string(),
  eTag: z.string(),
  fileName: z.string(),
  size: z.int(),
});

export type StoredJobInput = z.output<typeof storedJobInput>;

/**
 * An input that is not stored yet. No attempt has downloaded it, and its URL is in `urls`, or it is in the message of
 * a carried job, and its name and size are known.
 */
const jobInput = z.union([
  storedJobInput,
  z.object({ field: z.string(), fileName: z.string().optional(), size: z.int().optional() }),
]);

export type JobInput = z.output<typeof jobInput>;

export const isStoredInput = (input: JobInput): input is StoredJobInput => 'key' in input;

/** A job as it is stored. Times are ISO 8601 UTC, sizes bytes. */
export const jobRecord = z.object({
  v: z.literal(2),
  id: z.string(),
  /** Id of the key that created the job. */
  owner: z.string(),
  type: z.enum([...jobTypes, ...partTypes]),
  queue: z.enum(jobQueueNames),
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
  /** Present while input and options are in the job's message alone (`carried-jobs.ts`). No index has the job until then. */
  carried: z.literal(true).optional(),
  /** The item that counts the job among its owner's open jobs until it ends. */
  slotItem: z.string().optional(),
  /** The items of further slots, for a job that counts as several. */
  slotItems: z.array(z.string()).optional(),
  /** Set when the client deleted the inputs and the results. */
  deletedAt: instant.optional(),
  /** In the order of the request. Empty for a job without files. */
  inputs: z.array(jobInput),
  /** File name of the result; empty if the client names none. */
  fileName: z.string(),
  /** The options as the job's contract parsed them. Only submitter and worker interpret them. Empty when the job has ended. */
  options: z.record(z.string(), z.unknown()),
  /** Options that are too large for this record: a JSON object in the bucket. `options` is then empty. */
  storedOptions: z.object({ key: z.string(), eTag: z.string(), size: z.int() }).optional(),
  /** Passwords of the inputs by position, null for an input without one. Removed when the job ends. */
  passwords: z.array(z.string().nullable()).optional(),
  /** Options that are secret: members of `options` that are removed when the job ends. */
  secrets: z.record(z.string(), z.unknown()).optional(),
  /** The URLs to which the results are sent. They grant access, so they are removed when the job ends. */
  deliverTo: z.union([z.string(), z.array(z.string())]).optional(),
  /**
   * URLs of the inputs to download by position, null for all others. They may hold secrets. Removed when all are
   * downloaded, or when the job ends.
   */
  urls: z.array(z.string().nullable()).optional(),
  /** The number of results, recorded before the first of several is stored. */
  resultCount: z.int().optional(),
  /** One file, or a list if the conversion creates several. */
  result: z.union([storedFile, z.array(storedFile)]).optional(),
  error: z
    .object({
      code: z.enum(errorCodes),
      detail: z.string(),
      /** Set where the error says otherwise than its code. */
      retryable: z.boolean().optional(),
    })
    .optional(),
  /** The job of whose result this one makes a part, and the place and field of its file there. */
  parent: z.object({ id: z.string(), index: z.int(), field: z.string() }).optional(),
  /** The places of the files that parts convert, and the attempt after which the job waits for them. */
  parts: z.object({ indices: z.array(z.int()), attempt: z.int() }).optional(),
  /** The places of the parts that have ended, and of those that failed. */
  endedParts: z.set(z.int()).optional(),
  failedParts: z.set(z.int()).optional(),
  /** Present while no attempt runs because parts have not ended. */
  awaitsParts: z.literal(true).optional(),
  /** The request that created the job. All log lines about the job have its request id and trace. */
  origin: z.object({ requestId: z.string(), traceparent: z.string() }).optional(),
  /** The webhook to call when the job ends. */
  webhook: webhookRecord.optional(),
});

export type Job = z.output<typeof jobRecord>;

/** A job all of whose inputs are stored. */
export type ReadyJob = Omit<Job, 'inputs'> & {
  inputs: readonly (StoredJobInput & Pick<StoredInput, 'content'>)[];
};

export type JobResult = StoredFile | StoredFile[];

export const isTerminal = (status: JobStatus): boolean => status !== 'queued' && status !== 'processing';

/** Whether a worker may claim the job at `now` (milliseconds since the epoch). */
export const isClaimable = (
  { status, leaseUntil = 0 }: Pick<Job, 'status' | 'leaseUntil'>,
  now: number,
): boolean => status === 'queued' || (status === 'processing' && leaseUntil < now);

/**
 * Returns the job's result, or undefined when it has none that can be read. A list lacks the files that were deleted.
 */
export function readableResult({ result, deletedAt }: Job, now: Date): JobResult | undefined {
  if (result === undefined || deletedAt !== undefined) return undefined;
  const isReadable = (file: StoredFile): boolean =>
    file.deletedAt === undefined && new Date(file.expiresAt) > now;
  if (!Array.isArray(result)) return isReadable(result) ? result : undefined;
  const readable = result.filter(isReadable);
  return readable.length > 0 ? readable : undefined;
}

/** Returns the ids of all files that the job has stored, or may have. */
export function resultIds({ id, resultCount = 1 }: Pick<Job, 'id' | 'resultCount'>): string[] {
  const own = ulidOf(id);
  return Array.from({ length: resultCount }, (_, index) => newId('file', numberedUlid(own, index)));
}

/** The number of the first part's id among those of its job: no job has as many results. */
const firstPart = 512;

/** Returns the id of the job that converts the file at `index` of another job. */
export const partId = (jobId: string, index: number): string =>
  newId('job', numberedUlid(ulidOf(jobId), firstPart + index));

export const ulidOf = (jobId: string): string => jobId.slice('job_'.length);

/** The time in the id of a job, ISO 8601. That of its record is the same or later. */
export const timeOfJob = (jobId: string): string => new Date(timeOfId('job', jobId) ?? 0).toISOString();
