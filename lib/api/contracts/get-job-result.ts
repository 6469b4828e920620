import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { fileLinks, fileResponses } from '../responses/file-contract.ts';
import { idParameter } from '../fields/fields.ts';
import { jobResponseExample } from '../responses/job-response.ts';

export const contract = defineContract({
  name: 'get-job-result',
  method: 'GET',
  path: '/api/jobs/{id}/result',
  tag: 'Jobs',
  summary: "Download a job's result",
  description:
    'Redirects to a presigned URL of the result. If the result is a list, returns it as an array of FileResponse instead.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('job', 'The id of the job.', jobResponseExample.id),
  }),
  responses: {
    200: {
      description: 'The results, if the job has a list of them. Each has a new presigned URL.',
      content: { 'application/json': z.array(fileResponse) },
      links: fileLinks('$response.body#/0/id'),
      example: [{ ...fileResponseExample, fileName: 'report_1-3.pdf', pages: 3 }],
    },
    303: {
      description: 'The single result is at `Location`.',
      headers: { Location: fileResponses.redirect.headers.Location },
    },
  },
  errors: ['invalid-field', 'not-found', 'job-not-finished', 'job-failed', 'job-canceled', 'gone'],
});
