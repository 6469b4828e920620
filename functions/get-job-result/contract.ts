import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';
import { jobResponseExample } from '#lib/jobs/job-response.ts';

export const contract = defineContract({
  name: 'get-job-result',
  method: 'GET',
  path: '/api/jobs/{id}/result',
  tag: 'Jobs',
  summary: "Download a job's result",
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: z.string().meta({ description: '`job_…`', examples: [jobResponseExample.id] }),
  }),
  responses: {
    303: {
      description: 'Where the result is.',
      headers: { Location: { description: 'Presigned URL of the file, valid 15 minutes.' } },
    },
  },
  errors: ['invalid-field', 'not-found', 'job-not-finished', 'job-failed', 'job-canceled', 'gone'],
});
