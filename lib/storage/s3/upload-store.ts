import { HeadObjectCommand, NoSuchKey, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { addAbortSignal } from 'node:stream';
import { limits } from '../../base/limits.ts';
import { firstIdAt, newId, timeOfId } from '../../base/identifiers.ts';
import type { ReadAhead, StoredUpload } from '../../files/input-file.ts';
import type { InputMemory } from '../../files/input-memory.ts';
import { changedFault } from './input-access.ts';
import { readWhole } from './object-body.ts';
import { ObjectChanged, type ObjectStore } from './object-store.ts';
import type { AnnouncedFile, UploadForm, UploadStore } from '../../files/upload-store.ts';

const nameHeader = 'x-amz-meta-file-name';

/**
 * Whether S3 says that there is no such object. To a role without `s3:ListBucket`, as those of the functions that read
 * objects are, it says so by 403 `AccessDenied`; a response to HEAD has no body and so no code.
 */
function isMissing(error: unknown, method: 'GET' | 'HEAD'): boolean {
  if (error instanceof NotFound || error instanceof NoSuchKey) return true;
  if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 403) return false;
  return method === 'HEAD' || error.name === 'AccessDenied';
}

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
    const expiresAt = new Date(this.#now() + limits.urlSeconds * 1000).toISOString();
    const encodedName = encodeURIComponent(fileName);
    const { url, fields } = await createPresignedPost(this.#objects.client, {
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

  async find(owner: string, uploadId: string): Promise<StoredUpload | undefined> {
    const key = this.#keyOf(owner, uploadId);
    if (key === undefined) return undefined;
    try {
      const head = await this.#objects.client.send(
        new HeadObjectCommand({ Bucket: this.#objects.bucket, Key: key }),
      );
      const { ContentLength: size = 0, ETag: eTag = '', Metadata = {} } = head;
      return { id: uploadId, key, eTag, size, fileName: fileNameIn(Metadata) };
    } catch (error) {
      if (isMissing(error, 'HEAD')) return undefined;
      throw error;
    }
  }

  /**
   * Does the same for a caller that reads the whole upload: one call to S3 instead of two. Its response contains the bytes,
   * which are read into memory of `memory`.
   */
  async findAndRead(
    owner: string,
    uploadId: string,
    ahead: ReadAhead,
    memory: InputMemory,
  ): Promise<StoredUpload | undefined> {
    const key = this.#keyOf(owner, uploadId);
    if (key === undefined) return undefined;
    const { signal } = ahead;
    try {
      const { stream, size, eTag, metadata } = await this.#objects.open(key, { signal });
      const upload = { id: uploadId, key, eTag, size, fileName: fileNameIn(metadata) };
      if (!ahead.claim(size)) {
        stream.destroy();
        return upload;
      }
      const content = readWhole(addAbortSignal(signal, stream), memory.take(size));
      // The request may still be rejected, and the content unused.
      content.catch(() => undefined);
      return { ...upload, content };
    } catch (error) {
      if (error instanceof ObjectChanged && isMissing(error.cause, 'GET')) return undefined;
      throw error;
    }
  }

  async read({ key, size, eTag }: StoredUpload): Promise<Uint8Array> {
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

const fileNameIn = (metadata: Record<string, string>): string =>
  decodeURIComponent(metadata['file-name'] ?? '');

const keyOf = (owner: string, id: string): string => `uploads/${owner}/${id}`;
