import { defineContract } from '../../api/contract.ts';
import { gotenbergTag } from './gotenberg-contract.ts';

/** Not an endpoint: paths below a family that are none of its routes. */
export const notFoundContract = defineContract({
  name: 'gotenberg-not-found',
  method: 'POST',
  path: '/forms/{proxy+}',
  tag: gotenbergTag,
  summary: 'Any other route',
  access: 'key',
  metered: false,
  storesNothing: true,
  responses: {},
  errors: ['not-found'],
});
