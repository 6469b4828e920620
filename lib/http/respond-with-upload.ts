import * as z from 'zod';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanName } from '../auth/plans.ts';
import type { OpenUploads } from '../files/open-uploads.ts';
import type { UploadStore } from '../files/upload-store.ts';
import { type ServiceResponse, json } from './response.ts';
import type { Replay } from './process-once.ts';

const uploadSource = z.object({
  id: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
});
type UploadSource = z.output<typeof uploadSource>;

export interface UploadAnnouncement {
  uploads: UploadStore;
  openUploads: OpenUploads;
  /** The largest file that this service accepts, in bytes. */
  maxSize: number;
}

/**
 * Counts an upload and responds with its form.
 *
 * @throws AppError `file-too-large` when the file exceeds the limit of every plan, `too-many-uploads` when the key has
 * no room left
 */
export async function respondWithUpload(
  principal: Principal,
  upload: UploadSource,
  announcement: UploadAnnouncement,
): Promise<ServiceResponse> {
  const largest = largestUpload(announcement, principal.plan);
  if (upload.size > largest) {
    const message = `must be at most ${largest} bytes, the limit of your plan`;
    throw AppError.inField('file-too-large', 'size', message);
  }
  await announcement.openUploads.announce(principal, upload);
  return respondWithForm(principal, upload, announcement);
}

/** Responds with a newly signed form for the same upload. */
export const replayUpload =
  (announcement: UploadAnnouncement): Replay =>
  async (source, { owner: keyId, plan }) => {
    const upload = uploadSource.parse(source);
    const principal = { keyId, plan };
    await announcement.openUploads.renew(principal, upload);
    return respondWithForm(principal, upload, announcement);
  };

async function respondWithForm(
  { keyId, plan }: Principal,
  upload: UploadSource,
  announcement: UploadAnnouncement,
): Promise<ServiceResponse> {
  const form = await announcement.uploads.create(keyId, upload, upload.id);
  return { ...json(201, { ...form, maxSize: largestUpload(announcement, plan) }), source: upload };
}

const largestUpload = ({ maxSize, openUploads }: UploadAnnouncement, plan: PlanName): number =>
  Math.min(maxSize, openUploads.limitOf(plan));
