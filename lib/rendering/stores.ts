import { LambdaClient } from '@aws-sdk/client-lambda';
import { AppError } from '../app-error.ts';
import { invocationLimits } from '../call-limits.ts';
import { InputStore } from '../files/input-store.ts';
import { UploadStore } from '../files/upload-store.ts';
import { DynamoIdempotencyStore } from '../idempotency/dynamo-idempotency-store.ts';
import { FileStore } from '../files/file-store.ts';
import { DynamoRateLimiter } from '../auth/rate-limiter.ts';
import { openDocuments, openObjects } from '../stores.ts';
import { RemoteRenderer } from './remote-renderer.ts';

/** What the endpoints that have pages rendered work with. */
export function openRendering(names: {
  BUCKET_NAME: string;
  JOBS_TABLE_NAME: string;
  RENDERER_FUNCTION_NAME: string;
}) {
  const objects = openObjects(names.BUCKET_NAME);
  const documents = openDocuments();
  return {
    objects,
    files: new FileStore(objects, documents, names.JOBS_TABLE_NAME),
    inputs: new InputStore(objects),
    uploads: new UploadStore(objects),
    rateLimiter: new DynamoRateLimiter(documents, names.JOBS_TABLE_NAME),
    requests: new DynamoIdempotencyStore(documents, names.JOBS_TABLE_NAME),
    // A rendering that failed half-way is not begun again behind the client's back: there is no time for it.
    renderer: new RemoteRenderer(new LambdaClient(invocationLimits), names.RENDERER_FUNCTION_NAME),
  };
}

/** @throws AppError `unavailable` where this installation was made without Chromium */
export function requireChromium(reason: string | undefined): void {
  if (reason) throw new AppError('unavailable', reason, { retryAfterSeconds: 3600 });
}
