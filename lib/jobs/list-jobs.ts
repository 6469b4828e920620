import { AppError } from '../base/app-error.ts';
import type { FileStore } from '../files/file-store.ts';
import type { JobList } from './job-list.ts';
import { type Job, jobLifetime } from './job.ts';
import { type JobResponse } from '../api/responses/job-response.ts';
import type { JobStore } from './job-store.ts';
import { readAnyJob } from './read-job.ts';
import type { JobStatus } from '../api/job-states.ts';
import { presentJob } from './present-job.ts';

export interface JobListRequest {
  owner: string;
  baseUrl: string;
  status?: JobStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A list of jobs in JSON. */
export interface JobListResponse {
  jobs: JobResponse[];
  nextCursor: string | null;
}

/**
 * Returns the jobs of an owner from the last seven days, newest first.
 *
 * @throws AppError `invalid-field` when the cursor is not from a list of this owner
 */
export async function listJobs(
  { owner, baseUrl, status, limit, cursor }: JobListRequest,
  { list, jobs, files }: { list: JobList; jobs: JobStore; files: FileStore },
  now = new Date(),
): Promise<JobListResponse> {
  const after = cursor === undefined ? undefined : await jobAt(cursor, owner, jobs, now);
  const since = new Date(now.getTime() - jobLifetime).toISOString();
  const page = await list.page({ owner, since, limit, status, after });
  return {
    jobs: await Promise.all(page.jobs.map((job) => presentJob(job, files, baseUrl, now))),
    nextCursor: page.last === undefined ? null : cursorOf(page.last),
  };
}

const cursorOf = (jobId: string): string => Buffer.from(jobId).toString('base64url');

/**
 * Returns the job that a cursor points to. A cursor contains only what its owner knows already, and every other cursor
 * is rejected, so it needs no signature.
 */
async function jobAt(cursor: string, owner: string, jobs: JobStore, now: Date): Promise<Job> {
  try {
    return await readAnyJob(owner, Buffer.from(cursor, 'base64url').toString(), jobs, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw AppError.inField('invalid-field', 'cursor', 'must be the nextCursor of a list of your jobs', {
      cause: error,
    });
  }
}
