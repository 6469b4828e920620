import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { cached, notModified } from '../responses/cached-responses.ts';

export const contract = defineContract({
  name: 'docs',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'Get the OpenAPI description',
  description:
    'Returns a description that is generated from the schemas that validate requests. `servers` contains the base URL of the request.',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      content: {
        'application/json': z
          .looseObject({
            openapi: z
              .string()
              .meta({ description: 'Version of the OpenAPI Specification.', examples: ['3.1.0'] }),
          })
          .meta({ id: 'Description', description: 'An OpenAPI document.' }),
      },
      headers: cached,
    },
    304: { ...notModified, headers: cached },
  },
  errors: [],
});
