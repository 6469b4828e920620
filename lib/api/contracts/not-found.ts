import { defineContract } from '../contract.ts';

/** Not an endpoint: the catch-all for paths without one. */
export const contract = defineContract({
  name: 'not-found',
  method: 'GET',
  path: '/{proxy+}',
  tag: 'Service',
  summary: 'Any other route',
  access: 'public',
  metered: false,
  responses: {},
  errors: ['not-found'],
});
