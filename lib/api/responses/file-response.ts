import * as z from 'zod';
import { idPattern } from '../../base/identifiers.ts';
import { warning } from './warning.ts';

const exampleUrl =
  'https://bucket.s3.eu-central-1.amazonaws.com/results/key_01KAJV4Q/file_01KAJV4Q2B8T6M3Z7X5C9D1F0G?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=5d67';

/** A stored file in JSON, the same in all responses. */
export const fileResponse = z
  .object({
    id: z.string().meta({
      description: 'Identifies the file, also for GET and DELETE /api/files/{id}.',
      pattern: idPattern('file'),
      examples: ['file_01KAJV4Q2B8T6M3Z7X5C9D1F0G'],
    }),
    fileName: z
      .string()
      .meta({ description: 'The name that the URL saves it under.', examples: ['merged.pdf'] }),
    contentType: z
      .string()
      .meta({ description: 'Media type of the file.', examples: ['application/pdf', 'image/png'] }),
    size: z.int().meta({ description: 'Bytes.', minimum: 0, examples: [48211] }),
    pages: z
      .int()
      .optional()
      .meta({ description: 'Number of pages; PDFs only.', minimum: 1, examples: [7] }),
    width: z
      .int()
      .optional()
      .meta({ description: 'Pixels; images only.', minimum: 1, examples: [1280] }),
    height: z
      .int()
      .optional()
      .meta({ description: 'Pixels; images only.', minimum: 1, examples: [2048] }),
    sha256: z.string().meta({
      description: 'SHA-256 of the file, hex.',
      pattern: '^[0-9a-f]{64}$',
      examples: ['3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728'],
    }),
    url: z.url().meta({
      description: 'Presigned GET of the file, valid until urlExpiresAt; needs no key.',
      examples: [exampleUrl],
    }),
    urlExpiresAt: z.iso.datetime().meta({
      description: '15 minutes after this answer; read again for a new URL.',
      examples: ['2026-11-21T10:15:00.000Z'],
    }),
    expiresAt: z.iso.datetime().meta({
      description: 'When the file is deleted: 24 hours after it was made.',
      examples: ['2026-11-22T10:00:00.000Z'],
    }),
    warnings: z
      .array(warning)
      .meta({ description: 'What the result lacks or had to change; empty if nothing.' }),
  })
  .meta({ id: 'FileResponse', description: 'A result, and where its bytes are.' });

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
