import { AppError } from '../base/app-error.ts';
import type { FileStore } from '../files/file-store.ts';
import { timeOfId } from '../base/identifiers.ts';
import { inBatches } from '../base/in-batches.ts';
import type { InputStore } from '../files/input-store.ts';
import { carriedKeyOf } from './carried-jobs.ts';
import { isStoredInput, isTerminal, type Job, type JobResult, readableResult, resultIds } from './job.ts';
import type { JobStore } from './job-store.ts';
import { discardParts } from './parts.ts';

/** Inputs that are deleted at the same time. */
const parallelDeletions = 16;

/** @throws AppError `not-found` when the owner does not have the job, or the job has expired */
export async function readJob(
  owner: string,
  jobId: string,
  jobs: Pick<JobStore, 'find'>,
  now = new Date(),
): Promise<Job> {
  const job = await readAnyJob(owner, jobId, jobs, now);
  // Clients see parts as the progress of their job only.
  if (job.parent) throw notFound();
  return job;
}

/** As `readJob`, also for parts of jobs. */
export async function readAnyJob(
  owner: string,
  jobId: string,
  jobs: Pick<JobStore, 'find'>,
  now: Date,
): Promise<Job> {
  const job = timeOfId('job', jobId) === undefined ? undefined : await jobs.find(jobId);
  if (!job || job.owner !== owner || new Date(job.expiresAt) <= now) throw notFound();
  return job;
}

const notFound = (): AppError => new AppError('not-found', 'The job does not exist.');

/**
 * Returns the result of a job: a file, or a list if the conversion creates several.
 *
 * @throws AppError `job-not-finished` when the job has not ended, `job-failed` with the job's own error, `job-canceled`
 * when it was canceled, `gone` when the result was deleted or has expired
 */
export function resultOf(job: Job, now = new Date()): JobResult {
  if (!isTerminal(job.status)) {
    throw new AppError('job-not-finished', `The job is ${job.status}. Retry shortly.`, {
      retryAfterSeconds: 1,
    });
  }
  // A deleted job has no result, whatever its status.
  if (job.deletedAt) throw new AppError('gone', 'The result was deleted.');
  if (job.status === 'failed') throw new AppError('job-failed', job.error?.detail ?? 'The job failed.');
  if (job.status === 'canceled') throw new AppError('job-canceled', 'The job was canceled.');
  const result = readableResult(job, now);
  if (!result)
    throw new AppError('gone', 'The result was deleted or has expired. Results are stored for 24 hours.');
  return result;
}

/** Cancels a job that has not ended, and deletes its stored data and its parts. Repeated calls have no further effect. */
export async function deleteJob(
  job: Job,
  { jobs, inputs, files }: { jobs: JobStore; inputs: InputStore; files: FileStore },
): Promise<void> {
  const now = new Date();
  await jobs.markDeleted(job.id, now);
  await jobs.cancel(job.id, now);
  // An attempt may have recorded downloads and parts since the job was read. None does from now on.
  const ended = (await jobs.find(job.id)) ?? job;
  const parts = await discardParts(ended, { jobs, files });
  const keys = new Set([ended, ...parts].flatMap(storedObjects));
  await inBatches([...keys], parallelDeletions, (key) => inputs.delete({ key }));
  await discardResults(ended, files);
}

/** The keys of the inputs and the options of a job. */
function storedObjects(job: Job): string[] {
  const inputs = job.inputs.flatMap((input) => {
    if (isStoredInput(input)) return [input.key];
    // A carried job that has ended. Its input can be stored all the same.
    return input.size === undefined ? [] : [carriedKeyOf(job)];
  });
  return [...inputs, ...(job.storedOptions ? [job.storedOptions.key] : [])];
}

/**
 * Deletes all that a job has stored as its results, also what an attempt stored that did not complete. A worker that is
 * still running finds the job canceled, and deletes its own results.
 */
export async function discardResults(job: Job, files: Pick<FileStore, 'discard'>): Promise<void> {
  await Promise.all(resultIds(job).map((id) => files.discard(job.owner, id)));
}
