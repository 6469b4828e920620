import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { integerField } from '../fields/fields.ts';
import { jobResponse, jobResponseExample } from '../responses/job-response.ts';
import { jobStatuses } from '../job-states.ts';

/** Leaves room for longer cursors in later releases. */
const maxCursor = 128;

/** An example cursor. Cursors are opaque to clients. */
const cursor = Buffer.from(jobResponseExample.id).toString('base64url');

export const contract = defineContract({
  name: 'list-jobs',
  method: 'GET',
  path: '/api/jobs',
  tag: 'Jobs',
  summary: 'List jobs',
  description:
    'Returns your jobs of the last 7 days, newest first. A page can have fewer jobs than `limit` before the last page: ' +
    'continue until `nextCursor` is null. The list can lag behind; `GET /api/jobs/{id}` is always current.',
  access: 'key',
  metered: false,
  query: z.strictObject({
    status: z
      .enum(jobStatuses, { error: `must be one of ${jobStatuses.join(', ')}` })
      .optional()
      .meta({
        description: 'Returns only jobs with this status. Default: all jobs.',
        examples: ['completed'],
      }),
    limit: integerField(1, 100, 20, 'Maximum number of jobs in a page.', 50),
    cursor: z
      .string()
      .max(maxCursor, `must have at most ${maxCursor} characters`)
      .optional()
      .meta({
        description: '`nextCursor` of the previous page. Default: the first page.',
        examples: [cursor],
      }),
  }),
  responses: {
    200: {
      description: 'A page of jobs. Their results have new presigned URLs.',
      content: {
        'application/json': z
          .object({
            jobs: z.array(jobResponse).meta({ description: 'Jobs of the page, newest first.' }),
            nextCursor: z
              .string()
              .nullable()
              .meta({ description: 'Cursor of the next page. Null on the last page.', examples: [cursor] }),
          })
          .meta({ id: 'JobList', description: 'A page of jobs.' }),
      },
      links: {
        next: {
          operationId: 'list-jobs',
          description: 'Returns the next page, if `nextCursor` is not null.',
          parameters: { cursor: '$response.body#/nextCursor' },
        },
      },
      example: { jobs: [jobResponseExample], nextCursor: cursor },
    },
  },
  errors: ['invalid-field'],
});
