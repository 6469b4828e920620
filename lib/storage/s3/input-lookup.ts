import { AppError } from '../../base/app-error.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { InputLookup, ReadAhead, StoredObject } from '../../files/input-file.ts';
import type { InputMemory } from '../../files/input-memory.ts';
import { findAndReadObject, findObject } from './find-object.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3UploadStore } from './upload-store.ts';

interface LookupStores {
  objects: ObjectStore;
  files: Pick<FileStore, 'find'>;
  uploads: S3UploadStore;
}

/**
 * Finds the inputs that a caller names by id: uploads (`upl_…`) and results (`file_…`).
 *
 * @param memory for the bytes of the inputs, if the caller reads all of them; they are then read at once
 */
export const inputLookup = (
  { objects, files, uploads }: LookupStores,
  memory?: InputMemory,
): InputLookup => ({
  find: async (owner, id, ahead) => {
    if (!id.startsWith('file_')) {
      return memory ? uploads.findAndRead(owner, id, ahead, memory) : uploads.find(owner, id);
    }
    const file = await files.find(owner, id).catch(undefinedIfUnknown);
    return file && findResult(file, objects, { ahead, memory });
  },
});

/** @throws Error unless the owner has no such file, or it was deleted or has expired */
function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || !['not-found', 'gone'].includes(error.code)) throw error;
}

async function findResult(
  { key, fileName }: Pick<StoredFile, 'key' | 'fileName'>,
  objects: ObjectStore,
  { ahead, memory }: { ahead: ReadAhead; memory: InputMemory | undefined },
): Promise<StoredObject | undefined> {
  const found = memory
    ? await findAndReadObject(objects, key, ahead, memory)
    : await findObject(objects, key);
  if (!found) return undefined;
  const { metadata: _, ...object } = found;
  return { ...object, fileName };
}
