import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { fileResponses } from '../responses/file-contract.ts';
import { idParameter } from '../fields/fields.ts';
import { jobResponseExample } from '../responses/job-response.ts';

export const contract = defineContract({
  name: 'get-job-result',
  method: 'GET',
  path: '/api/jobs/{id}/result',
  tag: 'Jobs',
  summary: "Download a job's result",
  description: 'Returns 303 with a presigned URL of the result. `result` of the job describes it.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of the job.', jobResponseExample.id),
  }),
  responses: {
    303: {
      description: 'The result is at `Location`.',
      headers: { Location: fileResponses.redirect.headers.Location },
    },
  },
  errors: ['invalid-field', 'not-found', 'job-not-finished', 'job-failed', 'job-canceled', 'gone'],
});
