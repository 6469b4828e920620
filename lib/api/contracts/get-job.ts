import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { idParameter, integerField } from '../fields/fields.ts';
import {
  failedJobExample,
  jobLinks,
  jobResponse,
  jobResponseExample,
  queuedJobExample,
} from '../responses/job-response.ts';
import { limits } from '../../base/limits.ts';

export const contract = defineContract({
  name: 'get-job',
  method: 'GET',
  path: '/api/jobs/{id}',
  tag: 'Jobs',
  summary: 'Get a job',
  description:
    'With `wait`, the response is held until the job has finished or the time is up. The plan limits how many calls of a key can wait at the same time; further calls return within 250 ms.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of the job.', jobResponseExample.id),
  }),
  query: z.strictObject({
    wait: integerField(
      0,
      limits.jobWaitSeconds,
      undefined,
      'Maximum number of seconds to wait for the job to finish. Default: no wait.',
      10,
    ),
  }),
  requestHeaders: {
    Prefer: z
      .string()
      .optional()
      .meta({
        description: '`wait=n` has the same effect as the `wait` parameter, which takes precedence.',
        examples: ['wait=10'],
      }),
  },
  responses: {
    200: {
      description: 'The job. Its result has a new presigned URL.',
      content: { 'application/json': jobResponse },
      headers: {
        'Retry-After': {
          description: 'Seconds after which to poll again, while the job has not finished.',
          example: 1,
        },
        'Preference-Applied': {
          description: 'Maximum wait that was granted for `Prefer`.',
          example: 'wait=10',
        },
      },
      examples: {
        completed: { summary: 'A completed job', value: jobResponseExample },
        queued: { summary: 'A queued job', value: queuedJobExample },
        failed: { summary: 'A failed job', value: failedJobExample },
      },
      links: jobLinks,
    },
  },
  errors: ['invalid-field', 'not-found'],
});
