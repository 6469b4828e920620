import * as z from 'zod';
import { safeFileName } from '../../base/file-name.ts';
import { idPattern } from '../../base/identifiers.ts';
import { defineContract } from '../contract.ts';
import { documented } from '../fields/documented.ts';
import { fileNameText } from '../fields/fields.ts';
import { limits } from '../../base/limits.ts';

const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/;

/** A form as S3 accepts it, shortened. */
const fields = {
  key: 'uploads/key_01KAJV4Q/upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'Content-Type': 'application/pdf',
  Policy: 'eyJleHBpcmF0aW9uIjoiMjAyNi0xMS0yMVQxMDoxNTowMFoifQ==',
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Signature': '5d67',
};

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
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        fileName: documented(fileNameText.transform(safeFileName), 'Name of the file.', {
          maxLength: limits.fileNameCharacters,
          examples: ['report.pdf'],
        }),
        contentType: z
          .string()
          .max(255, { error: 'must have at most 255 characters', abort: true })
          .regex(mediaType, 'must be a media type such as application/pdf')
          .meta({ description: 'Media type with which the file is posted.', examples: ['application/pdf'] }),
        size: z
          .int({ error: 'must be a whole number' })
          .min(1, 'must be at least 1')
          .meta({
            description: 'Size of the file in bytes. The form accepts no larger file.',
            examples: [62_914_560],
          }),
      })
      .meta({ id: 'UploadRequest', description: 'The file to upload.' }),
  },
  responses: {
    201: {
      description: 'The form, which is valid for 15 minutes. The posted file is stored for 24 hours.',
      content: {
        'application/json': z
          .object({
            id: z.string().meta({
              description: 'Id of the upload. Once the file is posted, send it in place of a file part.',
              pattern: idPattern('upl'),
              examples: ['upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
            }),
            url: z.url().meta({
              description: 'URL to post the form to.',
              examples: ['https://bucket.s3.eu-central-1.amazonaws.com/'],
            }),
            fields: z.record(z.string(), z.string()).meta({
              description: 'Form fields to send before the file.',
              examples: [fields],
            }),
            maxSize: z.int().meta({
              description: 'Maximum size of a file in this plan, in bytes.',
              minimum: 1,
              examples: [104_857_600],
            }),
            expiresAt: z.iso.datetime().meta({
              description: 'Time at which the form expires.',
              examples: ['2026-11-21T10:15:00.000Z'],
            }),
          })
          .meta({ id: 'Upload', description: 'A presigned form for one file.' }),
      },
      links: {
        deleteUpload: {
          operationId: 'delete-upload',
          description: 'Deletes the upload.',
          parameters: { id: '$response.body#/id' },
        },
      },
      example: {
        id: 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
        url: 'https://bucket.s3.eu-central-1.amazonaws.com/',
        fields,
        maxSize: 104_857_600,
        expiresAt: '2026-11-21T10:15:00.000Z',
      },
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
