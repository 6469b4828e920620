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
    'Your jobs of the last 7 days, newest first. A page can have fewer jobs than `limit`, and still another follows ' +
    'as long as `nextCursor` is not null. A change may take a moment to show here; `GET /api/jobs/{id}` has it at once.',
  access: 'key',
  metered: false,
  query: z.strictObject({
    status: z
      .enum(jobStatuses, { error: `must be one of ${jobStatuses.join(', ')}` })
      .optional()
      .meta({ description: 'Only jobs with that status. All when absent.', examples: ['completed'] }),
    limit: integerField(1, 100, 20, 'Jobs of a page at most.', 50),
    cursor: z
      .string()
      .max(maxCursor, `must have at most ${maxCursor} characters`)
      .optional()
      .meta({
        description: 'The `nextCursor` of the page before. The first page when absent.',
        examples: [cursor],
      }),
  }),
  responses: {
    200: {
      description: 'A page of jobs; their results with freshly signed URLs.',
      content: {
        'application/json': z
          .object({
            jobs: z.array(jobResponse).meta({ description: 'The newest first.' }),
            nextCursor: z
              .string()
              .nullable()
              .meta({ description: 'For the next page; null on the last.', examples: [cursor] }),
          })
          .meta({ id: 'JobList', description: 'A page of jobs.' }),
      },
      links: {
        next: {
          operationId: 'list-jobs',
          description: 'The next page, where `nextCursor` is not null.',
          parameters: { cursor: '$response.body#/nextCursor' },
        },
      },
      example: { jobs: [jobResponseExample], nextCursor: cursor },
    },
  },
  errors: ['invalid-field'],
});
