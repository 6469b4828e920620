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
  summary: 'Read a job',
  description:
    'With `wait`, the response is held until the job ends or the time is up. It may come sooner: a key can have 5 (Free), 20 (Pro) or 100 (Business) calls held at the same time, and further calls return at once.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of a job, as the answer with it said.', jobResponseExample.id),
  }),
  query: z.strictObject({
    wait: integerField(
      0,
      limits.jobWaitSeconds,
      undefined,
      'Seconds to wait for the end of the job. Not at all when absent.',
      10,
    ),
  }),
  requestHeaders: {
    Prefer: z
      .string()
      .optional()
      .meta({ description: '`wait=n` does the same as the parameter, which wins.', examples: ['wait=10'] }),
  },
  responses: {
    200: {
      description: 'The job; its result with a freshly signed URL.',
      content: { 'application/json': jobResponse },
      headers: {
        'Retry-After': { description: 'While the job has not ended: when to ask again.', example: 1 },
        'Preference-Applied': { description: 'How long `Prefer` let it wait at most.', example: 'wait=10' },
      },
      examples: {
        completed: { summary: 'A job that has completed', value: jobResponseExample },
        queued: { summary: 'One that is still to be begun', value: queuedJobExample },
        failed: { summary: 'One that has failed', value: failedJobExample },
      },
      links: jobLinks,
    },
  },
  errors: ['invalid-field', 'not-found'],
});
