import { defineContract } from '../contract.ts';
import { uploadRequest } from '../fields/upload-request.ts';
import { uploadExample, uploadResponse } from '../responses/upload-response.ts';
import { limits } from '../../base/limits.ts';

export const contract = defineContract({
  name: 'create-upload',
  method: 'POST',
  path: '/api/uploads',
  tag: 'Uploads',
  summary: 'Create an upload for a large file',
  description:
    'Returns a presigned form for one file. Post it to `url` as multipart/form-data: first every entry of `fields`, ' +
    'then the file, in a field named `file`. Wherever a file part is expected, you can then send the `id` instead. ' +
    "The plan limits the total size of a key's open uploads, each counted as at least " +
    `${limits.leastCountedUpload / 1024} KiB. An upload counts from its creation until it is deleted or expires or, if ` +
    'no file is posted, until its form expires.',
  access: 'key',
  metered: false,
  body: { kind: 'json', schema: uploadRequest },
  responses: {
    201: {
      description: 'The form, which is valid for 15 minutes. The posted file is stored for 24 hours.',
      content: { 'application/json': uploadResponse },
      links: {
        deleteUpload: {
          operationId: 'delete-upload',
          description: 'Deletes the upload.',
          parameters: { id: '$response.body#/id' },
        },
      },
      example: uploadExample,
    },
  },
  errors: [
    'unsupported-content-type',
    'missing-field',
    'invalid-field',
    'invalid-request',
    'gone',
    'file-too-large',
    'too-many-uploads',
  ],
});
