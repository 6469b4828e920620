import * as z from 'zod';
import { defineContract } from '../contract.ts';
import { uploadRequest } from '../fields/upload-request.ts';
import { uploadExample, uploadResponse } from '../responses/upload-response.ts';
import { limits } from '../../base/limits.ts';
import { contract as createUpload } from './create-upload.ts';

export const contract = defineContract({
  name: 'create-uploads',
  servedBy: createUpload.name,
  method: 'POST',
  path: '/api/uploads/batch',
  tag: 'Uploads',
  summary: 'Create uploads for several large files',
  description:
    `Does the same as \`POST /api/uploads\` for up to ${limits.batchUploads} files at once. The uploads are created ` +
    'together or not at all.',
  access: 'key',
  metered: false,
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        files: z
          .array(uploadRequest)
          .min(1, 'must have at least 1 file')
          .max(limits.batchUploads, `must have at most ${limits.batchUploads} files`)
          .meta({ description: 'The files to upload.' }),
      })
      .meta({ id: 'UploadsRequest', description: 'The files to upload.' }),
  },
  responses: {
    201: {
      description:
        'The forms in the order of the files. Each is valid for 15 minutes. The posted files are stored for 24 hours.',
      content: {
        'application/json': z
          .object({ uploads: z.array(uploadResponse).meta({ description: 'One upload for each file.' }) })
          .meta({ id: 'Uploads', description: 'Presigned forms for several files.' }),
      },
      links: {
        deleteUpload: {
          operationId: 'delete-upload',
          description: 'Deletes the first upload.',
          parameters: { id: '$response.body#/uploads/0/id' },
        },
      },
      example: { uploads: [uploadExample] },
    },
  },
  errors: createUpload.errors,
});
