import * as z from 'zod';
import { errorCodes } from '../../base/app-error.ts';
import { fileResponse, fileResponseExample } from './file-response.ts';
import { idPattern } from '../../base/identifiers.ts';
import type { ResponseLink } from '../contract.ts';
import { jobStatuses, jobTypes } from '../job-states.ts';

const time = (description: string, example: string) =>
  z.iso.datetime().meta({ description, examples: [example] });

const jobError = z
  .object({
    code: z.enum(errorCodes).meta({ description: 'As in error answers.', examples: ['wrong-password'] }),
    detail: z.string().meta({
      description: 'The same for people.',
      examples: ['cannot be opened with the password given'],
    }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether the same document can be converted later.', examples: [false] }),
  })
  .meta({ id: 'JobError' });

const jobInput = z
  .object({
    fileName: z.string().meta({ description: 'Its name, made harmless.', examples: ['report.docx'] }),
    size: z.int().meta({ description: 'Bytes.', minimum: 1, examples: [123456] }),
  })
  .meta({ id: 'JobInput' });

const webhookState = z
  .object({
    attempts: z.int().meta({ description: 'Times that it was sent.', minimum: 0, examples: [1] }),
    lastStatus: z
      .int()
      .nullable()
      .meta({
        description: 'Of the last answer; null when none came, or before the first.',
        examples: [204],
      }),
    deliveredAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was answered with 2xx.', examples: ['2026-11-21T10:00:00.410Z'] }),
  })
  .meta({ id: 'WebhookState' });

/** A job in JSON. */
export const jobResponse = z
  .object({
    id: z.string().meta({
      description: 'Identifies the job.',
      pattern: idPattern('job'),
      examples: ['job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
    }),
    type: z.enum(jobTypes).meta({ description: 'Which conversion it is.', examples: ['docx-to-pdf'] }),
    status: z.enum(jobStatuses).meta({
      description:
        '`queued` → `processing` → `completed` or `failed`; `canceled` from either of the first two. The last three ' +
        'never change.',
      examples: ['completed'],
    }),
    createdAt: time('When it was asked for.', '2026-11-21T10:00:00.000Z'),
    startedAt: time('When it was first started.', '2026-11-21T10:00:00.050Z').nullable(),
    finishedAt: time('When it ended.', '2026-11-21T10:00:00.230Z').nullable(),
    expiresAt: time('When the job is forgotten: 7 days after it was made.', '2026-11-28T10:00:00.000Z'),
    attempts: z.int().meta({ description: 'Times that it was started.', minimum: 0, examples: [1] }),
    input: jobInput.nullable().meta({
      description: 'The first of `inputs`. Null for a job without files, such as a page by its URL.',
    }),
    inputs: z.array(jobInput).meta({ description: 'The files of the request, in their order.' }),
    result: z
      .union([fileResponse, z.array(fileResponse)])
      .nullable()
      .meta({
        description:
          'Once `completed`, for 24 hours, unless deleted: the result, or a list from a conversion that creates ' +
          'several files.',
      }),
    error: jobError.nullable().meta({ description: 'Once `failed`.' }),
    webhook: webhookState
      .nullable()
      .meta({ description: 'How far `webhookUrl` was told of the end; null when none was given.' }),
    links: z
      .object({
        self: z.url().meta({
          description: 'The job.',
          examples: ['https://api.example.com/api/jobs/job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
        }),
        result: z.url().meta({
          description: 'Leads to the bytes of the result, or lists several results, once there are any.',
          examples: ['https://api.example.com/api/jobs/job_01KAJV4Q2B8T6M3Z7X5C9D1F0G/result'],
        }),
      })
      .meta({ description: 'Absolute URLs of what can be asked next.' }),
  })
  .meta({ id: 'JobResponse', description: 'A conversion that takes longer than an answer.' });

export type JobResponse = z.output<typeof jobResponse>;

export const links = (baseUrl: string, id: string) => ({
  self: `${baseUrl}/api/jobs/${id}`,
  result: `${baseUrl}/api/jobs/${id}/result`,
});
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
  inputs: [{ fileName: 'report.docx', size: 123456 }],
  result: { ...fileResponseExample, fileName: 'report.pdf' },
  error: null,
  webhook: { attempts: 1, lastStatus: 204, deliveredAt: '2026-11-21T10:00:00.410Z' },
  links: links('https://api.example.com', 'job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'),
};

/** A job that has been accepted and has not started. */
export const queuedJobExample: JobResponse = {
  ...jobResponseExample,
  status: 'queued',
  startedAt: null,
  finishedAt: null,
  attempts: 0,
  result: null,
  webhook: { attempts: 0, lastStatus: null, deliveredAt: null },
};

/** A job that failed because of its document. */
export const failedJobExample: JobResponse = {
  ...jobResponseExample,
  status: 'failed',
  result: null,
  error: { code: 'wrong-password', detail: 'cannot be opened with the password given', retryable: false },
};

/** The possible next calls after a response with a job. */
export const jobLinks: Readonly<Record<string, ResponseLink>> = {
  read: {
    operationId: 'get-job',
    description: 'How far it is.',
    parameters: { id: '$response.body#/id' },
  },
  result: {
    operationId: 'get-job-result',
    description: 'Its result, once it has completed.',
    parameters: { id: '$response.body#/id' },
  },
  delete: {
    operationId: 'delete-job',
    description: 'Cancels it, and deletes what it holds.',
    parameters: { id: '$response.body#/id' },
  },
};
