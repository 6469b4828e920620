import { AppError } from '../base/app-error.ts';
import { formEndOf } from './settle-uploads.ts';
import type { UploadStores } from './upload-store.ts';

/**
 * Deletes an upload at once. Succeeds also for a deleted upload. Its size no longer counts as open, but as held while
 * its form is valid, because another file can be posted with it.
 *
 * @throws AppError `not-found` when the owner does not have the upload
 */
export async function deleteUpload(
  { counter, records, uploads }: UploadStores,
  owner: string,
  id: string,
  now: number = Date.now(),
): Promise<void> {
  if (!uploads.isCurrent(id)) throw notFound();
  // Before the mark: a settlement after it may have subtracted the upload already.
  const seen = await counter.read(owner);
  const record = await records.markDeleted(owner, id, now);
  if (!record && !(await uploads.isPosted(owner, id))) throw notFound();
  await uploads.delete(owner, id);
  if (!record || record.deletedAt !== undefined) return;
  const held = formEndOf(record) > now ? 0 : record.size;
  // If this fails, the next settlement corrects the counter.
  await counter.subtract(owner, { open: record.size, held }, seen);
}

const notFound = (): AppError => new AppError('not-found', 'The upload does not exist.');
