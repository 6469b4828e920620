import type { ObjectStore } from './object-store.ts';

/** Where presigned URLs of the bucket lead: `https://bucket.s3.eu-central-1.amazonaws.com`. Sends nothing. */
export async function storageOrigin(objects: ObjectStore): Promise<string> {
  return new URL(await objects.presignGet('any', 'any', 'text/plain')).origin;
}
