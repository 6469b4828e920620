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
    code: z
      .enum(errorCodes)
      .meta({ description: 'Error code, as in error responses.', examples: ['wrong-password'] }),
    detail: z.string().meta({
      description: 'Explanation of the error.',
      examples: ['The document cannot be opened with the given password.'],
    }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether a retry with the same document can succeed.', examples: [false] }),
  })
  .meta({ id: 'JobError' });

const jobInput = z
  .object({
    fileName: z.string().meta({
      description: 'File name, sanitized. Empty for a URL that has not been downloaded yet.',
      examples: ['report.docx'],
    }),
    size: z
      .int()
      .meta({ minimum: 0 })
      .nullable()
      .meta({
        description: 'Bytes. Null for a URL that has not been downloaded yet.',
        examples: [123456],
      }),
  })
  .meta({ id: 'JobInput' });

const webhookState = z
  .object({
    attempts: z.int().meta({ description: 'Number of delivery attempts.', minimum: 0, examples: [1] }),
    lastStatus: z
      .int()
      .nullable()
      .meta({
        description:
          'HTTP status of the last response. Null before the first attempt, or if the last one got no response.',
        examples: [204],
      }),
    deliveredAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'Time at which the receiver returned 2xx. Null before that.',
        examples: ['2026-11-21T10:00:00.410Z'],
      }),
  })
  .meta({ id: 'WebhookState' });

/** A job in JSON. */
export const jobResponse = z
  .object({
    id: z.string().meta({
      description: 'Id of the job.',
      pattern: idPattern('job'),
      examples: ['job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
    }),
    type: z.enum(jobTypes).meta({ description: 'Type of conversion.', examples: ['docx-to-pdf'] }),
    status: z.enum(jobStatuses).meta({
      description:
        '`queued` → `processing` → `completed` or `failed`; `queued` or `processing` → `canceled`. `completed`, `failed` ' +
        'and `canceled` never change.',
      examples: ['completed'],
    }),
    createdAt: time('Time at which the job was created.', '2026-11-21T10:00:00.000Z'),
    startedAt: time(
      'Time at which the first attempt started. Null before that.',
      '2026-11-21T10:00:00.050Z',
    ).nullable(),
    finishedAt: time(
      'Time at which the job finished: completed, failed or was canceled. Null until then.',
      '2026-11-21T10:00:00.230Z',
    ).nullable(),
    expiresAt: time(
      'Time at which the job is deleted: 7 days after its creation.',
      '2026-11-28T10:00:00.000Z',
    ),
    attempts: z
      .int()
      .meta({ description: 'Number of attempts that have started.', minimum: 0, examples: [1] }),
    progress: z
      .object({
        done: z.int().meta({ minimum: 0, description: 'Files that are converted.', examples: [2] }),
        total: z.int().meta({ minimum: 1, description: 'Files of the request.', examples: [3] }),
      })
      .meta({ id: 'JobProgress' })
      .nullable()
      .meta({
        description:
          'How many files are converted, for a job that converts its files separately. Null for all others.',
        examples: [null],
      }),
    input: jobInput.nullable().meta({
      description: 'The first of `inputs`. Null for a job without files, such as the page at a URL.',
    }),
    inputs: z.array(jobInput).meta({ description: 'The files of the request, in their order.' }),
    result: z
      .union([fileResponse, z.array(fileResponse)])
      .nullable()
      .meta({
        description:
          'The result, if the job is `completed`: for 24 hours, unless deleted. A list if the conversion creates ' +
          'several files.',
      }),
    error: jobError.nullable().meta({ description: 'The error, if the job is `failed`.' }),
    webhook: webhookState
      .nullable()
      .meta({ description: 'State of the delivery to `webhookUrl`. Null if the job has none.' }),
    links: z
      .object({
        self: z.url().meta({
          description: 'URL of the job.',
          examples: ['https://api.example.com/api/jobs/job_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
        }),
        result: z.url().meta({
          description:
            'URL that redirects to the bytes of the result, or that returns a list of results, once the job is completed.',
          examples: ['https://api.example.com/api/jobs/job_01KAJV4Q2B8T6M3Z7X5C9D1F0G/result'],
        }),
      })
      .meta({ description: 'Absolute URLs of related resources.' }),
  })
  .meta({ id: 'JobResponse', description: 'An asynchronous conversion.' });

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
  progress: null,
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
  error: {
    code: 'wrong-password',
    detail: 'The document cannot be opened with the given password.',
    retryable: false,
  },
};

/** The possible next calls after a response with a job. */
export const jobLinks: Readonly<Record<string, ResponseLink>> = {
  read: {
    operationId: 'get-job',
    description: 'Returns the job.',
    parameters: { id: '$response.body#/id' },
  },
  result: {
    operationId: 'get-job-result',
    description: 'Redirects to the result, once the job is completed.',
    parameters: { id: '$response.body#/id' },
  },
  delete: {
    operationId: 'delete-job',
    description: 'Cancels the job and deletes its data.',
    parameters: { id: '$response.body#/id' },
  },
};
