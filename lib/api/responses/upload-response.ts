import * as z from 'zod';
import { idPattern } from '../../base/identifiers.ts';

/** A form as S3 accepts it, shortened. */
const fields = {
  key: 'uploads/key_01KAJV4Q/upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  'Content-Type': 'application/pdf',
  Policy: 'eyJleHBpcmF0aW9uIjoiMjAyNi0xMS0yMVQxMDoxNTowMFoifQ==',
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Signature': '5d67',
};

/** An upload in JSON, the same in all responses. */
export const uploadResponse = z
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
  .meta({ id: 'Upload', description: 'A presigned form for one file.' });

export const uploadExample = {
  id: 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  url: 'https://bucket.s3.eu-central-1.amazonaws.com/',
  fields,
  maxSize: 104_857_600,
  expiresAt: '2026-11-21T10:15:00.000Z',
} satisfies z.input<typeof uploadResponse>;
