import * as z from 'zod';
import { fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { idParameter } from '../fields/fields.ts';

export const contract = defineContract({
  name: 'delete-file',
  method: 'DELETE',
  path: '/api/files/{id}',
  tag: 'Files',
  summary: 'Delete a file',
  description: 'Deletes the file immediately. Its presigned URLs stop working.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('file', 'The id of the file.', fileResponseExample.id),
  }),
  responses: { 204: { description: 'The file is deleted. Repeated requests return the same response.' } },
  errors: ['invalid-field', 'not-found'],
});
