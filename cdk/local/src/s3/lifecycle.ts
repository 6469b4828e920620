import type { Bucket } from './bucket.ts';
import type { Store } from './store/store.ts';

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * Deletes what the buckets' lifecycle rules say has expired, and multipart uploads that began a day ago or earlier.
 * S3 acts at midnight UTC after the age is reached; here the age itself counts.
 */
export function sweep(store: Store, buckets: Bucket[], now: Date): void {
  for (const { name, lifecycle } of buckets) {
    for (const { prefix, expirationDays } of lifecycle) {
      const limit = new Date(now.getTime() - expirationDays * dayMilliseconds);
      for (const key of store.objects.keysNotChangedSince(name, prefix, limit))
        store.objects.delete(name, key);
    }
  }
  store.uploads.removeStartedUntil(new Date(now.getTime() - dayMilliseconds));
}
