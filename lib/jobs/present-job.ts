import type { FileStore } from '../files/file-store.ts';
import { problemTable } from '../api/problem.ts';
import { type Job, hasResult } from './job.ts';
import { type JobResponse, links } from '../api/responses/job-response.ts';

/** The job as clients see it, with a newly signed URL for its result. */
export async function presentJob(
  job: Job,
  files: Pick<FileStore, 'present'>,
  baseUrl: string,
  now = new Date(),
): Promise<JobResponse> {
  const {
    id,
    type,
    status,
    createdAt,
    startedAt,
    finishedAt,
    expiresAt,
    attempts,
    input,
    result,
    error,
    webhook,
  } = job;
  return {
    id,
    type,
    status,
    createdAt,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    expiresAt,
    attempts,
    input: { fileName: input.fileName, size: input.size },
    result: result && hasResult(job, now) ? await files.present(result) : null,
    error: error ? { ...error, retryable: problemTable[error.code].retryable } : null,
    webhook: webhook
      ? {
          attempts: webhook.attempts,
          lastStatus: webhook.lastStatus,
          deliveredAt: webhook.deliveredAt ?? null,
        }
      : null,
    links: links(baseUrl, id),
  };
}
