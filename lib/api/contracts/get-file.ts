import * as z from 'zod';
import { fileResponse, fileResponseExample } from '../responses/file-response.ts';
import { defineContract } from '../contract.ts';
import { fileLinks } from '../responses/file-contract.ts';
import { idParameter } from '../fields/fields.ts';

export const contract = defineContract({
  name: 'get-file',
  method: 'GET',
  path: '/api/files/{id}',
  tag: 'Files',
  summary: 'Get a file',
  description: 'Returns a result of the last 24 hours with a new presigned URL.',
  access: 'key',
  metered: false,
  pathParameters: z.object({
    id: idParameter('file', 'The id of the file.', fileResponseExample.id),
  }),
  responses: {
    200: {
      description: 'The file.',
      content: { 'application/json': fileResponse },
      example: fileResponseExample,
      links: fileLinks('$response.body#/id'),
    },
  },
  errors: ['invalid-field', 'not-found', 'gone'],
});
