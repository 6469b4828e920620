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
  summary: 'Announce a file too large for one request',
  description:
    'Answers with a form for one file. Post it as multipart/form-data to `url`: first every entry of `fields`, ' +
    'last the file in a field `file`. Then give the `id` wherever a file part is expected. The plan limits the sizes of ' +
    `the open uploads of a key together, each counted as at least ${limits.leastCountedUpload / 1024} KiB. An upload counts from its announcement until it is ` +
    'deleted, until it expires, or, if nothing is posted, until its form ends.',
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
          .meta({ description: 'Media type that the file is posted with.', examples: ['application/pdf'] }),
        size: z
          .int({ error: 'must be a whole number' })
          .min(1, 'must be at least 1')
          .meta({ description: 'Bytes of the file: the form takes no more.', examples: [62_914_560] }),
      })
      .meta({ id: 'UploadRequest', description: 'What is going to be posted.' }),
  },
  responses: {
    201: {
      description: 'The form, valid 15 minutes; the posted file lives 24 hours.',
      content: {
        'application/json': z
          .object({
            id: z.string().meta({
              description: 'Stands for the file once it has been posted: give it in place of the file part.',
              pattern: idPattern('upl'),
              examples: ['upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
            }),
            url: z.url().meta({
              description: 'Where to post the form.',
              examples: ['https://bucket.s3.eu-central-1.amazonaws.com/'],
            }),
            fields: z.record(z.string(), z.string()).meta({
              description: 'The fields of the form, to be sent before the file.',
              examples: [fields],
            }),
            maxSize: z.int().meta({
              description: 'The largest file that this service takes from this plan, in bytes.',
              minimum: 1,
              examples: [104_857_600],
            }),
            expiresAt: z.iso
              .datetime()
              .meta({ description: 'When the form ends.', examples: ['2026-11-21T10:15:00.000Z'] }),
          })
          .meta({ id: 'Upload', description: 'The form for one file.' }),
      },
      links: {
        deleteUpload: {
          operationId: 'delete-upload',
          description: 'Delete the upload.',
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
