import * as z from 'zod';
import { fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { idParameter } from '../fields/fields.ts';

export const contract = defineContract({
  name: 'delete-file',
  method: 'DELETE',
  path: '/api/files/{id}',
  tag: 'Files',
  summary: 'Delete a result',
  description: 'Deletes the bytes at once. Signed URLs of the file end with it.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('file', 'The id of a result, as the answer with it said.', fileResponseExample.id),
  }),
  responses: { 204: { description: 'Deleted, also when it was deleted before.' } },
  errors: ['invalid-field', 'not-found'],
});
