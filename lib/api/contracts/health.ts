import * as z from 'zod';
import { defineContract } from '../contract.ts';

export const contract = defineContract({
  name: 'health',
  method: 'GET',
  path: '/api/health',
  tag: 'Service',
  summary: 'Whether the service answers',
  description: 'For monitors: it touches nothing but the function itself.',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'It does.',
      content: {
        'application/json': z
          .object({
            status: z.literal('ok').meta({ description: 'That it answers.', examples: ['ok'] }),
            version: z.string().meta({ description: 'Of the service.', examples: ['0.1.0'] }),
          })
          .meta({ id: 'Health', description: 'That the service answers, and which it is.' }),
      },
      headers: {
        'Cache-Control': {
          description: 'Each answer is of its moment.',
          example: 'no-store',
          required: true,
        },
      },
      example: { status: 'ok', version: '0.1.0' },
    },
  },
  errors: [],
});
