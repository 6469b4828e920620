import { limits } from '../../base/limits.ts';
import { firstIdAt, newId, timeOfId } from '../../base/identifiers.ts';
import type { ReadAhead, StoredObject } from '../../files/input-file.ts';
import type { InputMemory } from '../../files/input-memory.ts';
import { type FoundObject, findAndReadObject, findObject } from './find-object.ts';
import { changedFault } from './input-access.ts';
import { ObjectChanged, type ObjectStore } from './object-store.ts';
import type { AnnouncedFile, UploadForm, UploadStore } from '../../files/upload-store.ts';

const nameHeader = 'x-amz-meta-file-name';

/**
 * Uploads live in S3 alone: the key holds owner and id, the id the time, the object's metadata the file name.
 * So an upload is either wholly there or not.
 */
export class S3UploadStore implements UploadStore {
  readonly #objects: ObjectStore;
  readonly #now: () => number;

  constructor(objects: ObjectStore, now: () => number = Date.now) {
    this.#objects = objects;
    this.#now = now;
  }

  async create(
    owner: string,
    { fileName, contentType, size }: AnnouncedFile,
    id: string = newId('upl'),
  ): Promise<UploadForm> {
    const { createPresignedPost } = await import('./presigned-post.ts');
    const expiresAt = new Date(this.#now() + limits.urlSeconds * 1000).toISOString();
    const encodedName = encodeURIComponent(fileName);
    const { url, fields } = await createPresignedPost(await this.#objects.client(), {
      Bucket: this.#objects.bucket,
      Key: keyOf(owner, id),
      Fields: { 'Content-Type': contentType, [nameHeader]: encodedName },
      Conditions: [
        ['content-length-range', 1, size],
        ['eq', '$Content-Type', contentType],
        ['eq', `$${nameHeader}`, encodedName],
      ],
      Expires: limits.urlSeconds,
    });
    return { id, url, fields, expiresAt };
  }

  async find(owner: string, uploadId: string): Promise<StoredObject | undefined> {
    const key = this.#keyOf(owner, uploadId);
    const found = key === undefined ? undefined : await findObject(this.#objects, key);
    return found && uploadOf(found);
  }

  /** As `find`, for a caller that reads the whole upload; see `findAndReadObject`. */
  async findAndRead(
    owner: string,
    uploadId: string,
    ahead: ReadAhead,
    memory: InputMemory,
  ): Promise<StoredObject | undefined> {
    const key = this.#keyOf(owner, uploadId);
    const found = key === undefined ? undefined : await findAndReadObject(this.#objects, key, ahead, memory);
    return found && uploadOf(found);
  }

  async read({ key, size, eTag }: StoredObject): Promise<Uint8Array> {
    try {
      return await this.#objects.get(key, size, eTag);
    } catch (error) {
      throw error instanceof ObjectChanged ? changedFault(error) : error;
    }
  }

  isCurrent(uploadId: string): boolean {
    const madeAt = timeOfId('upl', uploadId);
    return madeAt !== undefined && madeAt + limits.fileSeconds * 1000 > this.#now();
  }

  async *list(owner: string, signal: AbortSignal): AsyncGenerator<{ id: string; size: number }> {
    const prefix = keyOf(owner, '');
    const after = keyOf(owner, firstIdAt('upl', this.#now() - limits.fileSeconds * 1000 + 1));
    for await (const { key, size } of this.#objects.list(prefix, { after, signal })) {
      yield { id: key.slice(prefix.length), size };
    }
  }

  async isPosted(owner: string, uploadId: string): Promise<boolean> {
    const key = keyOf(owner, uploadId);
    for await (const object of this.#objects.list(key)) return object.key === key;
    return false;
  }

  delete(owner: string, uploadId: string): Promise<void> {
    return this.#objects.delete(keyOf(owner, uploadId));
  }

  /** Where an upload is, if its id is one and its day has not passed. */
  #keyOf(owner: string, uploadId: string): string | undefined {
    return this.isCurrent(uploadId) ? keyOf(owner, uploadId) : undefined;
  }
}

const uploadOf = ({ metadata, ...object }: FoundObject): StoredObject => ({
  ...object,
  fileName: decodeURIComponent(metadata['file-name'] ?? ''),
});

const keyOf = (owner: string, id: string): string => `uploads/${owner}/${id}`;
