import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { idParameter } from '../fields/fields.ts';
import { jobResponseExample } from '../responses/job-response.ts';

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
