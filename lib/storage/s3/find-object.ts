import { addAbortSignal } from 'node:stream';
import type { ReadAhead, StoredObject } from '../../files/input-file.ts';
import type { InputMemory } from '../../files/input-memory.ts';
import { readWhole } from './object-body.ts';
import { ObjectChanged, type ObjectStore, type OpenObject, statusOf } from './object-store.ts';

/** An object in its current version, with the metadata that it was stored with. */
export type FoundObject = Pick<StoredObject, 'key' | 'eTag' | 'size' | 'content'> &
  Pick<OpenObject, 'metadata'>;

/**
 * Whether S3 says that there is no such object. A role without `s3:ListBucket`, such as those of the functions that
 * read objects, gets 403 `AccessDenied` instead; a response to HEAD has no body and so no code.
 */
function isMissing(error: unknown, method: 'GET' | 'HEAD'): boolean {
  const { name } = error as Error;
  if (name === 'NotFound' || name === 'NoSuchKey') return true;
  return statusOf(error) === 403 && (method === 'HEAD' || name === 'AccessDenied');
}

/** Looks an object up. Returns undefined if there is none. */
export async function findObject(objects: ObjectStore, key: string): Promise<FoundObject | undefined> {
  const { HeadObjectCommand } = await import('./sdk.ts');
  const client = await objects.client();
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: objects.bucket, Key: key }));
    const { ContentLength: size = 0, ETag: eTag = '', Metadata: metadata = {} } = head;
    return { key, eTag, size, metadata };
  } catch (error) {
    if (isMissing(error, 'HEAD')) return undefined;
    throw error;
  }
}

/**
 * As `findObject`, for a caller that reads the whole object: one call to S3 instead of two. Its response contains the
 * bytes, which are read into memory of `memory`.
 */
export async function findAndReadObject(
  objects: ObjectStore,
  key: string,
  ahead: ReadAhead,
  memory: InputMemory,
): Promise<FoundObject | undefined> {
  const { signal } = ahead;
  try {
    const { stream, ...found } = await objects.open(key, { signal });
    const object = { key, ...found };
    if (!ahead.claim(object.size)) {
      stream.destroy();
      return object;
    }
    const content = readWhole(addAbortSignal(signal, stream), memory.take(object.size));
    // The request may still be rejected, and the content unused.
    content.catch(() => undefined);
    return { ...object, content };
  } catch (error) {
    if (error instanceof ObjectChanged && isMissing(error.cause, 'GET')) return undefined;
    throw error;
  }
}
