import { usageExample, usageQuery, usageResponse } from '../responses/usage-response.ts';
import { defineContract } from '../contract.ts';

export const contract = defineContract({
  name: 'get-usage',
  method: 'GET',
  path: '/api/usage',
  tag: 'Usage',
  summary: 'Get usage',
  description:
    'Returns the completed conversions of your key by UTC day and operation. A job counts when it completes. Replayed responses do not count.',
  access: 'key',
  metered: false,
  query: usageQuery,
  responses: {
    200: {
      description: 'The usage of the period. Days without conversions are omitted.',
      content: { 'application/json': usageResponse },
      example: usageExample,
    },
  },
  errors: ['invalid-field'],
});
