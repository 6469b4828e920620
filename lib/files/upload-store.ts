import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { AppError } from '../app-error.ts';
import { limits } from '../limits.ts';
import { newId, timeOfId } from './identifiers.ts';
import type { StoredUpload, UploadLookup, UploadReader } from './input-file.ts';
import { ObjectChanged, type ObjectStore } from './object-store.ts';

/** A file that a client wants to post; its size in bytes. */
export interface AnnouncedFile {
  fileName: string;
  contentType: string;
  size: number;
}

/** A form that a client posts one file with, straight to S3. */
export interface UploadForm {
  id: string;
  url: string;
  fields: Record<string, string>;
  /** When the form ends; ISO 8601. */
  expiresAt: string;
}

const nameHeader = 'x-amz-meta-file-name';

/**
 * Uploads live in S3 alone: the key holds owner and id, the id the time, the object's metadata the file name.
 * So an upload is either wholly there or not.
 */
export class UploadStore implements UploadLookup, UploadReader {
  readonly #objects: ObjectStore;
  readonly #now: () => number;

  constructor(objects: ObjectStore, now: () => number = Date.now) {
    this.#objects = objects;
    this.#now = now;
  }

  /**
   * A form that takes one file of that type and at most that size (bytes), for 15 minutes. Under the same id again it is
   * another form for the same upload.
   */
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
    const madeAt = timeOfId('upl', uploadId);
    if (madeAt === undefined || madeAt + limits.fileSeconds * 1000 <= this.#now()) return undefined;
    const key = keyOf(owner, uploadId);
    try {
      const head = await this.#objects.client.send(
        new HeadObjectCommand({ Bucket: this.#objects.bucket, Key: key }),
      );
      const { ContentLength: size = 0, ETag: eTag = '', Metadata = {} } = head;
      return { id: uploadId, key, eTag, size, fileName: decodeURIComponent(Metadata['file-name'] ?? '') };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async read({ key, size, eTag }: StoredUpload): Promise<Uint8Array> {
    try {
      return await this.#objects.get(key, size, eTag);
    } catch (error) {
      if (!(error instanceof ObjectChanged)) throw error;
      throw new AppError('invalid-field', 'was replaced or deleted while it was read', {
        cause: error,
      });
    }
  }
}

const keyOf = (owner: string, id: string): string => `uploads/${owner}/${id}`;
