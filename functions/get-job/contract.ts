import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';
import { jobResponse, jobResponseExample } from '#lib/jobs/job-response.ts';

export const contract = defineContract({
  name: 'get-job',
  method: 'GET',
  path: '/api/jobs/{id}',
  tag: 'Jobs',
  summary: 'Read a job',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: z.string().meta({ description: '`job_…`', examples: [jobResponseExample.id] }),
  }),
  responses: {
    200: {
      description: 'The job; its result with a freshly signed URL.',
      content: { 'application/json': jobResponse },
      headers: {
        'Retry-After': { description: 'While the job has not ended: when to ask again.', example: '1' },
      },
      example: jobResponseExample,
    },
  },
  errors: ['invalid-field', 'not-found'],
});
