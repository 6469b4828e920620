import * as z from 'zod';
import { errorCodes } from '../app-error.ts';
import { fileResponse, fileResponseExample } from '../files/file-response.ts';
import type { FileStore } from '../files/file-store.ts';
import { problemTable } from '../http/problem.ts';
import { type Job, jobStatuses, jobTypes } from './job.ts';

/** How a job is told of in JSON. */
export const jobResponse = z
  .object({
    id: z.string(),
    type: z.enum(jobTypes),
    status: z.enum(jobStatuses).meta({ description: '`completed`, `failed` and `canceled` never change.' }),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().meta({ description: 'When the job is forgotten: 7 days after it was made.' }),
    attempts: z.int().meta({ description: 'Times that it was started.' }),
    input: z.object({ fileName: z.string(), size: z.int() }),
    result: fileResponse.nullable().meta({ description: 'Once `completed`, for 24 hours, unless deleted.' }),
    error: z
      .object({ code: z.enum(errorCodes), detail: z.string(), retryable: z.boolean() })
      .nullable()
      .meta({ description: 'Once `failed`.' }),
    webhook: z
      .object({
        attempts: z.int().meta({ description: 'Times that it was sent.' }),
        lastStatus: z
          .int()
          .nullable()
          .meta({ description: 'Of the last answer; null when none came, or before the first.' }),
        deliveredAt: z.iso.datetime().nullable(),
      })
      .nullable()
      .meta({ description: 'How far `webhookUrl` was told of the end; null when none was given.' }),
    links: z.object({ self: z.url(), result: z.url() }),
  })
  .meta({ id: 'JobResponse' });

export type JobResponse = z.output<typeof jobResponse>;

const links = (baseUrl: string, id: string) => ({
  self: `${baseUrl}/api/jobs/${id}`,
  result: `${baseUrl}/api/jobs/${id}/result`,
});

/** Whether the job's result can still be read. */
export const hasResult = (job: Job, now: Date): boolean =>
  job.result !== undefined && job.deletedAt === undefined && new Date(job.result.expiresAt) > now;

/** What the client is told of a job, its result's URL signed now. */
export async function presentJob(
  job: Job,
  files: Pick<FileStore, 'present'>,
  baseUrl: string,
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
    result: result && hasResult(job, new Date()) ? await files.present(result) : null,
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

export const jobResponseExample: JobResponse = {
  id: 'job_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  type: 'docx-to-pdf',
  status: 'completed',
  createdAt: '2026-11-21T10:00:00.000Z',
  startedAt: '2026-11-21T10:00:00.050Z',
  finishedAt: '2026-11-21T10:00:00.230Z',
  expiresAt: '2026-11-28T10:00:00.000Z',
  attempts: 1,
  input: { fileName: 'report.docx', size: 123456 },
  result: { ...fileResponseExample, fileName: 'report.pdf' },
  error: null,
  webhook: { attempts: 1, lastStatus: 204, deliveredAt: '2026-11-21T10:00:00.410Z' },
  links: links('https://api.example.com', 'job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'),
};
