import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';

export const contract = defineContract({
  name: 'health',
  method: 'GET',
  path: '/api/health',
  tag: 'Service',
  summary: 'Whether the service answers',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'It does.',
      content: { 'application/json': z.object({ status: z.literal('ok'), version: z.string() }) },
      example: { status: 'ok', version: '0.1.0' },
    },
  },
  errors: [],
});
