import { newUlid } from '../base/ulid.ts';
import * as z from 'zod';
import { combineFaults, type FieldFault } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanName } from '../auth/plans.ts';
import { newId, numberedUlid } from '../base/identifiers.ts';
import type { OpenUploads } from '../files/open-uploads.ts';
import type { AnnouncedFile, UploadForm, UploadStore } from '../files/upload-store.ts';
import { type ServiceResponse, json } from './response.ts';
import type { Replay } from './process-once.ts';

const uploadSource = z.object({
  id: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
});
type UploadSource = z.output<typeof uploadSource>;

const batchSource = z.object({ uploads: z.array(uploadSource) });

export interface UploadAnnouncement {
  uploads: UploadStore;
  openUploads: OpenUploads;
  /** The largest file that this service accepts, in bytes. */
  maxSize: number;
}

/**
 * Counts an upload and responds with its form.
 *
 * @param resourceId the ULID of a request with an `Idempotency-Key`
 * @throws AppError `file-too-large` when the file exceeds the limit of every plan, `too-many-uploads` when the key has
 * no room left
 */
export async function respondWithUpload(
  principal: Principal,
  file: AnnouncedFile,
  announcement: UploadAnnouncement,
  resourceId?: string,
): Promise<ServiceResponse> {
  const upload = { id: newId('upl', resourceId), ...file };
  requireSizes([{ field: 'size', size: file.size }], largestUpload(announcement, principal.plan));
  await announcement.openUploads.announce(principal, [upload]);
  return { ...json(201, await formOf(upload, principal, announcement)), source: upload };
}

/** As `respondWithUpload`, for several files. Counts all of them or none. */
export async function respondWithUploads(
  principal: Principal,
  files: readonly AnnouncedFile[],
  announcement: UploadAnnouncement,
  resourceId?: string,
): Promise<ServiceResponse> {
  const { plan } = principal;
  const batchId = resourceId ?? newUlid();
  const uploads = files.map((file, index) => ({ id: newId('upl', numberedUlid(batchId, index)), ...file }));
  const sizes = files.map(({ size }, index) => ({ field: `files[${index}].size`, size }));
  requireSizes(sizes, largestUpload(announcement, plan));
  announcement.openUploads.requireWithinLimit(uploads, plan, 'files');
  await announcement.openUploads.announce(principal, uploads, resourceId === undefined);
  return respondWithForms(principal, uploads, announcement);
}

/** Responds with a newly signed form for the same upload. */
export const replayUpload =
  (announcement: UploadAnnouncement): Replay =>
  async (source, { owner: keyId, plan }) => {
    const upload = uploadSource.parse(source);
    const principal = { keyId, plan };
    await announcement.openUploads.renew(principal, [upload]);
    return { ...json(201, await formOf(upload, principal, announcement)), source: upload };
  };

/** Responds with newly signed forms for the same uploads. */
export const replayUploads =
  (announcement: UploadAnnouncement): Replay =>
  async (source, { owner: keyId, plan }) => {
    const { uploads } = batchSource.parse(source);
    const principal = { keyId, plan };
    await announcement.openUploads.renew(principal, uploads);
    return respondWithForms(principal, uploads, announcement);
  };

async function respondWithForms(
  principal: Principal,
  uploads: readonly UploadSource[],
  announcement: UploadAnnouncement,
): Promise<ServiceResponse> {
  const forms = await Promise.all(uploads.map((upload) => formOf(upload, principal, announcement)));
  return { ...json(201, { uploads: forms }), source: { uploads } };
}

async function formOf(
  upload: UploadSource,
  { keyId, plan }: Principal,
  announcement: UploadAnnouncement,
): Promise<UploadForm & { maxSize: number }> {
  const form = await announcement.uploads.create(keyId, upload, upload.id);
  return { ...form, maxSize: largestUpload(announcement, plan) };
}

/** @throws AppError `file-too-large` */
function requireSizes(files: readonly { field: string; size: number }[], largest: number): void {
  const faults = files
    .filter(({ size }) => size > largest)
    .map(({ field }): FieldFault => ({
      code: 'file-too-large',
      field,
      message: `must be at most ${largest} bytes, the limit of an upload`,
    }));
  if (faults.length > 0) throw combineFaults(faults);
}

const largestUpload = ({ maxSize, openUploads }: UploadAnnouncement, plan: PlanName): number =>
  Math.min(maxSize, openUploads.limitOf(plan));
