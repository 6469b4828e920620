import type { FileStore } from '../files/file-store.ts';
import { isRetryable } from '../api/problem.ts';
import { isInField } from '../files/input-file.ts';
import { attemptsOf, type Job, type JobResult, readableResult } from './job.ts';
import { type JobType, jobTypes, type PublicJobType } from '../api/job-states.ts';
import { type JobResponse, links } from '../api/responses/job-response.ts';

/** The job as clients see it, with newly signed URLs for its results. */
export async function presentJob(
  job: Job,
  files: Pick<FileStore, 'present'>,
  baseUrl: string,
  now = new Date(),
): Promise<JobResponse> {
  const { id, type, status, createdAt, startedAt, finishedAt, expiresAt, inputs, error, webhook } = job;
  const presented = inputs.map((input) => ({ fileName: input.fileName ?? '', size: input.size ?? null }));
  return {
    id,
    type: publicType(type),
    status,
    createdAt,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    expiresAt,
    attempts: Math.max(attemptsOf(job), Math.min(job.attempts, 1)),
    progress: progressOf(job),
    input: presented[0] ?? null,
    inputs: presented,
    result: await presentResult(readableResult(job, now), files),
    error: error ? { ...error, retryable: isRetryable(error) } : null,
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

/** @throws TypeError for a part of a job, which clients do not see */
function publicType(type: JobType): PublicJobType {
  const found = jobTypes.find((each) => each === type);
  if (!found) throw new TypeError(`Jobs of the type ${type} are parts of others`);
  return found;
}

/** How many of the files are converted, for a job that converts its files separately. */
function progressOf({ type, status, inputs, parts, endedParts, failedParts }: Job): JobResponse['progress'] {
  const total = inputs.filter(isInField('files')).length;
  if (type !== 'to-pdf' || total === 0) return null;
  if (status === 'completed') return { done: total, total };
  const ended = (endedParts?.size ?? 0) - (failedParts?.size ?? 0);
  return { done: parts ? total - parts.indices.length + ended : 0, total };
}

async function presentResult(
  result: JobResult | undefined,
  files: Pick<FileStore, 'present'>,
): Promise<JobResponse['result']> {
  if (!result) return null;
  return Array.isArray(result)
    ? Promise.all(result.map((file) => files.present(file)))
    : files.present(result);
}
