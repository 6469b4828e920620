import * as z from 'zod';
import { defineContract } from '../contract.ts';

export const contract = defineContract({
  name: 'health',
  method: 'GET',
  path: '/api/health',
  tag: 'Service',
  summary: 'Check that the service is running',
  description: 'For monitoring. The check covers the API and this function only.',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'The service is running.',
      content: {
        'application/json': z
          .object({
            status: z.literal('ok').meta({ description: 'Always `ok`.', examples: ['ok'] }),
            version: z.string().meta({ description: 'Version of the service.', examples: ['0.1.0'] }),
          })
          .meta({ id: 'Health', description: 'Status and version of the service.' }),
      },
      headers: {
        'Cache-Control': {
          description: 'Responses must not be cached.',
          example: 'no-store',
          required: true,
        },
      },
      example: { status: 'ok', version: '0.1.0' },
    },
  },
  errors: [],
});
