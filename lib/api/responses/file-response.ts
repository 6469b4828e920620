import * as z from 'zod';
import { idPattern } from '../../base/identifiers.ts';
import { warning } from './warning.ts';

const exampleUrl =
  'https://bucket.s3.eu-central-1.amazonaws.com/results/key_01KAJV4Q/file_01KAJV4Q2B8T6M3Z7X5C9D1F0G?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=5d67';

/** A stored file in JSON, the same in all responses. */
export const fileResponse = z
  .object({
    id: z.string().meta({
      description: 'Id of the file, for GET and DELETE /api/files/{id}.',
      pattern: idPattern('file'),
      examples: ['file_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
    }),
    fileName: z
      .string()
      .meta({ description: 'Name under which a download from `url` is saved.', examples: ['merged.pdf'] }),
    contentType: z
      .string()
      .meta({ description: 'Media type of the file.', examples: ['application/pdf', 'image/png'] }),
    size: z.int().meta({ description: 'Size of the file in bytes.', minimum: 0, examples: [48211] }),
    pages: z
      .int()
      .optional()
      .meta({ description: 'Number of pages. Only for PDFs.', minimum: 1, examples: [7] }),
    width: z
      .int()
      .optional()
      .meta({ description: 'Width in pixels. Only for images.', minimum: 1, examples: [1280] }),
    height: z
      .int()
      .optional()
      .meta({ description: 'Height in pixels. Only for images.', minimum: 1, examples: [2048] }),
    sha256: z.string().meta({
      description: 'SHA-256 of the file in hexadecimal.',
      pattern: '^[0-9a-f]{64}$',
      examples: ['3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728'],
    }),
    url: z.url().meta({
      description: 'Presigned URL to download the file without a key, valid until `urlExpiresAt`.',
      examples: [exampleUrl],
    }),
    urlExpiresAt: z.iso.datetime().meta({
      description:
        'Time at which `url` expires: 15 minutes after this response. Get the file again for a new URL.',
      examples: ['2026-11-21T10:15:00.000Z'],
    }),
    expiresAt: z.iso.datetime().meta({
      description: 'Time at which the file is deleted: 24 hours after its creation.',
      examples: ['2026-11-22T10:00:00.000Z'],
    }),
    warnings: z
      .array(warning)
      .meta({ description: 'Losses and changes in the result. Empty if there are none.' }),
  })
  .meta({ id: 'FileResponse', description: 'A result, with a presigned URL of its bytes.' });

export type FileResponse = z.output<typeof fileResponse>;

export const fileResponseExample: FileResponse = {
  id: 'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  fileName: 'merged.pdf',
  contentType: 'application/pdf',
  size: 48211,
  pages: 7,
  sha256: '3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728',
  url: exampleUrl,
  urlExpiresAt: '2026-11-21T10:15:00.000Z',
  expiresAt: '2026-11-22T10:00:00.000Z',
  warnings: [],
};
