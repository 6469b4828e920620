import * as z from 'zod';
import { warning } from '../api/responses/warning.ts';

/** A stored file. `owner` is the id of the key that created it. Size in bytes, width and height in pixels. */
export const storedFile = z.object({
  id: z.string(),
  owner: z.string(),
  key: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  pages: z.int().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sha256: z.string(),
  warnings: z.array(warning),
  expiresAt: z.string(),
  deletedAt: z.string().optional(),
  /** The job that the file is one of several results of. */
  jobId: z.string().optional(),
});

export type StoredFile = z.output<typeof storedFile>;
