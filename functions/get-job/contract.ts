import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';
import { integerField } from '#lib/http/fields.ts';
import { jobResponse, jobResponseExample } from '#lib/jobs/job-response.ts';
import { limits } from '#lib/limits.ts';

export const contract = defineContract({
  name: 'get-job',
  method: 'GET',
  path: '/api/jobs/{id}',
  tag: 'Jobs',
  summary: 'Read a job',
  description:
    'With `wait` the answer is held until the job ends, or the time is up; it may come sooner than asked for.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: z.string().meta({ description: '`job_…`', examples: [jobResponseExample.id] }),
  }),
  query: z.strictObject({
    wait: integerField(0, limits.jobWaitSeconds, undefined, 'Seconds to wait for the end of the job.'),
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
        'Retry-After': { description: 'While the job has not ended: when to ask again.', example: '1' },
        'Preference-Applied': { description: 'How long `Prefer` let it wait at most.', example: 'wait=10' },
      },
      example: jobResponseExample,
    },
  },
  errors: ['invalid-field', 'not-found'],
});
