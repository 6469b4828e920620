import { defineContract } from '../contract.ts';

/** Not one of the service's endpoints: what answers where there is none. */
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
