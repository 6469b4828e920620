import * as z from 'zod';
import { defineContract } from '#lib/http/contract.ts';

export const contract = defineContract({
  name: 'docs',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description',
  access: 'public',
  metered: false,
  responses: {
    200: {
      description: 'OpenAPI 3.1.',
      content: { 'application/json': z.looseObject({ openapi: z.string() }) },
    },
  },
  errors: [],
});
