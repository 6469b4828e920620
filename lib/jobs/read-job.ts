import { AppError } from '../base/app-error.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import { siblingId, timeOfId } from '../base/identifiers.ts';
import type { InputStore } from '../files/input-store.ts';
import { isTerminal, type Job, hasResult } from './job.ts';
import type { JobStore } from './job-store.ts';

/** @throws AppError `not-found` for a job that the owner does not have, or that has expired */
export async function readJob(owner: string, jobId: string, jobs: JobStore, now = new Date()): Promise<Job> {
  const job = timeOfId('job', jobId) === undefined ? undefined : await jobs.find(jobId);
  if (!job || job.owner !== owner || new Date(job.expiresAt) <= now) {
    throw new AppError('not-found', 'There is no such job.');
  }
  return job;
}

/**
 * The file of a job that has one.
 *
 * @throws AppError `job-not-finished`, `job-failed` with the job's own error, `job-canceled`, or `gone`
 */
export function resultOf(job: Job, now = new Date()): StoredFile {
  if (!isTerminal(job.status)) {
    throw new AppError('job-not-finished', `The job is ${job.status}; ask again shortly.`, {
      retryAfterSeconds: 1,
    });
  }
  // A deleted job has no result to speak of, whatever it ended as.
  if (job.deletedAt) throw new AppError('gone', 'The result was deleted.');
  if (job.status === 'failed') throw new AppError('job-failed', job.error?.detail ?? 'The job failed.');
  if (job.status === 'canceled') throw new AppError('job-canceled', 'The job was canceled.');
  if (!job.result || !hasResult(job, now))
    throw new AppError('gone', 'The result has expired; results live 24 hours.');
  return job.result;
}

/** Cancels a job that has not ended, and deletes what it holds. May be called again. */
export async function deleteJob(
  job: Job,
  { jobs, inputs, files }: { jobs: JobStore; inputs: InputStore; files: FileStore },
): Promise<void> {
  const now = new Date();
  await jobs.markDeleted(job.id, now);
  await jobs.cancel(job.id, now);
  await inputs.delete(job.input);
  // Also what a worker stored that did not come to say so; one that still works finds the job canceled.
  await files.discard(job.owner, siblingId('file', job.id));
}
