import { inBatches } from '../base/in-batches.ts';
import type { FileStore } from '../files/file-store.ts';
import { isTerminal, type Job, partId, type ReadyJob, resultIds } from './job.ts';
import type { JobQueue, JobQueueName } from './job-queue.ts';
import type { Attempt, JobStore } from './job-store.ts';
import { sweepTimes } from './sweep-times.ts';

/** Parts that are read or sent at the same time. */
const parallelCalls = 16;

/** The parts of a job that exist. */
export async function partsOf(
  { id, parts }: Pick<Job, 'id' | 'parts'>,
  jobs: Pick<JobStore, 'find'>,
): Promise<Job[]> {
  const found = await inBatches(parts?.indices ?? [], parallelCalls, (index) => jobs.find(partId(id, index)));
  return found.filter((part) => part !== undefined);
}

/** Where parts are stored and sent. */
export interface PartTargets {
  jobs: JobStore;
  queues: Readonly<Record<JobQueueName, JobQueue>>;
}

/** What a part has of its own. */
export type NewPart = Pick<
  Job,
  'type' | 'queue' | 'inputs' | 'fileName' | 'options' | 'storedOptions' | 'passwords'
> & {
  /** The place of its file in its job. */
  index: number;
  /** The field of that file. */
  field: string;
};

/**
 * Starts parts of a job that are to run elsewhere, and lets the job wait for them. Parts that an earlier attempt started
 * go on. The attempt ends with this.
 *
 * @returns false if the attempt has lost its job; the parts are canceled then
 */
export async function startParts(
  job: ReadyJob,
  parts: readonly NewPart[],
  { jobs, queues, files }: PartTargets & { files: Pick<FileStore, 'discard'> },
): Promise<boolean> {
  const indices = parts.map(({ index }) => index);
  const attempt: Attempt = { jobId: job.id, attempt: job.attempts };
  if (!(await jobs.expectParts(attempt, indices))) return false;
  await inBatches(parts, parallelCalls, (part) => startPart(job, part, { jobs, queues }));
  const until = Date.parse(job.createdAt) + sweepTimes.notStarted;
  const due = Date.now() + sweepTimes.partsAwaited;
  const waiting = await jobs.awaitParts(attempt, indices, { until, due });
  if (waiting) {
    await resumeIfReady(waiting, { jobs, queue: queues[job.queue] });
    return true;
  }
  const current = await jobs.find(job.id);
  if (!current || isTerminal(current.status)) {
    const started = await partsOf({ id: job.id, parts: { indices, attempt: job.attempts } }, jobs);
    await Promise.all(started.map((part) => cancelPart(part, { jobs, files })));
  }
  return false;
}

async function startPart(
  job: ReadyJob,
  { index, field, ...own }: NewPart,
  { jobs, queues }: PartTargets,
): Promise<void> {
  const { owner, expiresAt, origin } = job;
  const part: Job = {
    v: 2,
    id: partId(job.id, index),
    owner,
    status: 'queued',
    createdAt: new Date().toISOString(),
    expiresAt,
    attempts: 0,
    ...own,
    ...(origin ? { origin } : {}),
    parent: { id: job.id, index, field },
  };
  try {
    await jobs.create(part);
  } catch (error) {
    // Started by an earlier attempt, which also sent it, or the sweep does.
    if (await jobs.find(part.id)) return;
    throw error;
  }
  await queues[part.queue].send(part).then(
    () => jobs.markEnqueued(part.id, new Date()).catch(() => undefined),
    // The part exists: the sweep sends it.
    () => undefined,
  );
}

/**
 * Records the end of a part in its job, which goes on when it was the last one, or failed.
 *
 * @param queue of the jobs that have parts
 */
export async function reportPart(
  { id, status, parent }: Pick<Job, 'id' | 'status' | 'parent'>,
  { jobs, queue }: { jobs: JobStore; queue: JobQueue },
): Promise<void> {
  if (!parent) return;
  const job = await jobs.endPart(parent.id, parent.index, status === 'failed');
  if (job) await resumeIfReady(job, { jobs, queue });
  await jobs.markReported(id);
}

/**
 * Sends a job that waits for its parts if all of them have ended, or one has failed.
 *
 * @returns whether it was sent
 */
export async function resumeIfReady(
  job: Job,
  { jobs, queue }: { jobs: JobStore; queue: JobQueue },
): Promise<boolean> {
  const { parts, endedParts = new Set(), failedParts = new Set(), awaitsParts } = job;
  const isReady = failedParts.size > 0 || parts?.indices.every((index) => endedParts.has(index));
  if (!awaitsParts || !isReady) return false;
  if (!(await jobs.resume(job.id, Date.now()))) return false;
  // If this is interrupted, the sweep finds the lease expired.
  await queue.send(job);
  return true;
}

/**
 * Cancels the parts of an ended job that have not ended, and deletes their results. Without this, these expire.
 *
 * @returns the parts
 */
export async function discardParts(
  job: Pick<Job, 'id' | 'parts'>,
  { jobs, files }: { jobs: JobStore; files: Pick<FileStore, 'discard'> },
): Promise<Job[]> {
  const parts = await partsOf(job, jobs);
  await inBatches(parts, parallelCalls, (part) => cancelPart(part, { jobs, files }));
  return parts;
}

/** Cancels a part unless it has ended, and deletes its result. */
async function cancelPart(
  part: Job,
  { jobs, files }: { jobs: Pick<JobStore, 'markDeleted' | 'cancel'>; files: Pick<FileStore, 'discard'> },
): Promise<void> {
  const now = new Date();
  // A worker that is still running then deletes what it stores.
  await jobs.markDeleted(part.id, now);
  await jobs.cancel(part.id, now);
  await Promise.all(resultIds(part).map((id) => files.discard(part.owner, id)));
}
