import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { cached, notModified } from '../responses/cached-responses.ts';

export const contract = defineContract({
  name: 'docs',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'Get this description',
  description:
    'Generated from the schemas that validate requests. `servers` has the address that was called.',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'OpenAPI 3.1.',
      content: {
        'application/json': z
          .looseObject({
            openapi: z.string().meta({ description: 'Of the specification.', examples: ['3.1.0'] }),
          })
          .meta({ id: 'Description', description: 'An OpenAPI document.' }),
      },
      headers: cached,
    },
    304: { ...notModified, headers: cached },
  },
  errors: [],
});
