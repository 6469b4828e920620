import * as z from 'zod';
import { safeFileName } from '#lib/files/file-name.ts';
import { defineContract } from '#lib/http/contract.ts';

const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;\s*[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/;

export const contract = defineContract({
  name: 'create-upload',
  method: 'POST',
  path: '/api/uploads',
  tag: 'Uploads',
  summary: 'Announce a file too large for one request',
  description:
    'Answers with a form for one file. Post it as multipart/form-data to `url`: first every entry of `fields`, ' +
    'last the file in a field `file`. Then give the `id` wherever a file part is expected.',
  access: 'key',
  metered: false,
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        fileName: z
          .string()
          .transform(safeFileName)
          .meta({ description: 'Name of the file.', examples: ['report.pdf'] }),
        contentType: z
          .string()
          .max(255)
          .regex(mediaType, 'must be a media type such as application/pdf')
          .meta({ description: 'Media type that the file is posted with.', examples: ['application/pdf'] }),
        size: z
          .int({ error: 'must be a whole number' })
          .min(1, 'must be at least 1')
          .meta({ description: 'Bytes of the file: the form takes no more.', examples: [62_914_560] }),
      })
      .meta({ id: 'UploadRequest' }),
  },
  responses: {
    201: {
      description: 'The form, valid 15 minutes; the posted file lives 24 hours.',
      content: {
        'application/json': z
          .object({
            id: z.string(),
            url: z.url(),
            fields: z.record(z.string(), z.string()),
            maxSize: z.int().meta({ description: 'The largest file that this service takes, in bytes.' }),
            expiresAt: z.iso.datetime().meta({ description: 'When the form ends.' }),
          })
          .meta({ id: 'Upload' }),
      },
      example: {
        id: 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
        url: 'https://bucket.s3.eu-central-1.amazonaws.com/',
        fields: { key: 'uploads/key_…/upl_…', 'Content-Type': 'application/pdf', Policy: '…' },
        maxSize: 104_857_600,
        expiresAt: '2026-11-21T10:15:00.000Z',
      },
    },
  },
  errors: ['unsupported-content-type', 'missing-field', 'invalid-field', 'invalid-request', 'file-too-large'],
});
