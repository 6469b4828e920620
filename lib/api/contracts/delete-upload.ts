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
    "Deletes the file immediately and releases its share of the key's limit of open uploads. Conversions then reject " +
    'the id. A job that was accepted with the upload and has not read it yet fails with `gone`. The form cannot be ' +
    'revoked: until it expires, the upload counts towards a second limit for open and deleted uploads together, which ' +
    'is twice the first, and a file that is posted with it is deleted later.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('upl', 'The id of the upload.', 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G'),
  }),
  responses: { 204: { description: 'The upload is deleted. Repeated requests return the same response.' } },
  errors: ['invalid-field', 'not-found'],
});
