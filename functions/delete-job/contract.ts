import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';
import { idParameter } from '#lib/http/fields.ts';
import { jobResponseExample } from '#lib/jobs/job-response.ts';

export const contract = defineContract({
  name: 'delete-job',
  method: 'DELETE',
  path: '/api/jobs/{id}',
  tag: 'Jobs',
  summary: 'Cancel a job and delete what it holds',
  description:
    'Cancels a job that has not ended, and deletes its input and result at once. The job can still be read.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of a job, as the answer with it said.', jobResponseExample.id),
  }),
  responses: { 204: { description: 'Done, also when it was done before.' } },
  errors: ['invalid-field', 'not-found'],
});
