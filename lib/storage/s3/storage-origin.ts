import type { ObjectStore } from './object-store.ts';

/**
 * Returns the origin of the bucket's presigned URLs: `https://bucket.s3.eu-central-1.amazonaws.com`. Sends no request.
 */
export async function storageOrigin(objects: ObjectStore): Promise<string> {
  return new URL(await objects.presignGet('any', 'any', 'text/plain')).origin;
}
