import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { idParameter } from '../fields/fields.ts';

export const contract = defineContract({
  name: 'delete-upload',
  method: 'DELETE',
  path: '/api/uploads/{id}',
  tag: 'Uploads',
  summary: 'Delete an upload',
  description:
    'Deletes the bytes at once, and frees their share of the open uploads of the key. The id is then unknown to ' +
    'conversions. A job that was accepted with the upload and has not read it yet fails with `gone`. The form cannot be ' +
    'revoked: until it ends, the upload counts towards a second limit, twice the first, of open and deleted uploads ' +
    'together, and what is posted with it is deleted later.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter(
      'upl',
      'The id of an upload, as the response to its announcement returned it.',
      'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
    ),
  }),
  responses: { 204: { description: 'Deleted, also when it was deleted before.' } },
  errors: ['invalid-field', 'not-found'],
});
