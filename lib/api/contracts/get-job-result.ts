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
  description: 'Leads to the bytes. What can be told of the result stands in the job.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of a job, as the answer with it said.', jobResponseExample.id),
  }),
  responses: {
    303: {
      description: 'Where the result is.',
      headers: { Location: fileResponses.redirect.headers.Location },
    },
  },
  errors: ['invalid-field', 'not-found', 'job-not-finished', 'job-failed', 'job-canceled', 'gone'],
});
