import * as z from 'zod';

const warning = z.object({
  code: z.string(),
  message: z.string(),
  url: z.string().optional(),
});

/** How a stored file is told of in JSON: everywhere the same. */
export const fileResponse = z
  .object({
    id: z.string().meta({ description: 'Identifies the file, also for GET and DELETE /api/files/{id}.' }),
    fileName: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    pages: z.int().optional().meta({ description: 'Number of pages; PDFs only.' }),
    width: z.int().optional().meta({ description: 'Pixels; images only.' }),
    height: z.int().optional().meta({ description: 'Pixels; images only.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file, hex.' }),
    url: z.url().meta({ description: 'Presigned GET of the file, valid until urlExpiresAt; needs no key.' }),
    urlExpiresAt: z.iso
      .datetime()
      .meta({ description: '15 minutes after this answer; read again for a new URL.' }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'When the file is deleted: 24 hours after it was made.' }),
    warnings: z
      .array(warning)
      .meta({ description: 'What the result lacks or had to change; empty if nothing.' }),
  })
  .meta({ id: 'FileResponse' });

export type FileResponse = z.output<typeof fileResponse>;

export const fileResponseExample: FileResponse = {
  id: 'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  fileName: 'merged.pdf',
  contentType: 'application/pdf',
  size: 48211,
  pages: 7,
  sha256: '3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728',
  url: 'https://bucket.s3.eu-central-1.amazonaws.com/results/key_…/file_…?X-Amz-Algorithm=AWS4-HMAC-SHA256&…',
  urlExpiresAt: '2026-11-21T10:15:00.000Z',
  expiresAt: '2026-11-22T10:00:00.000Z',
  warnings: [],
};
