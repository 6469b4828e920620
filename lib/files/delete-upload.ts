import { AppError } from '../base/app-error.ts';
import { formEndOf } from './settle-uploads.ts';
import type { UploadStores } from './upload-store.ts';

/**
 * Deletes an upload at once, also when it is deleted already. Its size counts no more; while its form is valid, another
 * file can be posted with it, so it is held until then.
 *
 * @throws AppError `not-found` for what the owner does not have
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
  // Where this fails, the next settlement finds it.
  await counter.subtract(owner, { open: record.size, held }, seen);
}

const notFound = (): AppError => new AppError('not-found', 'There is no such upload.');
