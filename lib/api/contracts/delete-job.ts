import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { idParameter } from '../fields/fields.ts';
import { jobResponseExample } from '../responses/job-response.ts';

export const contract = defineContract({
  name: 'delete-job',
  method: 'DELETE',
  path: '/api/jobs/{id}',
  tag: 'Jobs',
  summary: 'Cancel a job and delete its data',
  description:
    'Cancels the job if it has not finished, and deletes its input and result immediately. The job itself can still be read.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of the job.', jobResponseExample.id),
  }),
  responses: {
    204: {
      description:
        'The job is canceled if it had not ended, and its files are deleted. Repeated requests return the same response.',
    },
  },
  errors: ['invalid-field', 'not-found'],
});
