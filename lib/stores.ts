import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { messageLimits, objectLimits } from './call-limits.ts';
import { DynamoRateLimiter } from './auth/rate-limiter.ts';
import { FileStore } from './files/file-store.ts';
import { ObjectStore } from './files/object-store.ts';
import { UploadStore } from './files/upload-store.ts';
import { DynamoIdempotencyStore } from './idempotency/dynamo-idempotency-store.ts';

/** DynamoDB with plain JavaScript values; fields that are undefined are left out. */
export const openDocuments = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(messageLimits), {
    marshallOptions: { removeUndefinedValues: true },
  });

export const openUploads = (bucket: string): UploadStore => new UploadStore(openObjects(bucket));

export const openRequests = (jobsTable: string): DynamoIdempotencyStore =>
  new DynamoIdempotencyStore(openDocuments(), jobsTable);

export const openFiles = (bucket: string, jobsTable: string): FileStore =>
  new FileStore(openObjects(bucket), openDocuments(), jobsTable);

/** What every synchronous conversion works with. */
export function openConversionStores(
  bucket: string,
  jobsTable: string,
): {
  files: FileStore;
  uploads: UploadStore;
  rateLimiter: DynamoRateLimiter;
  requests: DynamoIdempotencyStore;
} {
  const objects = openObjects(bucket);
  const documents = openDocuments();
  return {
    files: new FileStore(objects, documents, jobsTable),
    uploads: new UploadStore(objects),
    rateLimiter: new DynamoRateLimiter(documents, jobsTable),
    requests: new DynamoIdempotencyStore(documents, jobsTable),
  };
}

export function openObjects(bucket: string): ObjectStore {
  // By default presigned URLs carry the checksum of an empty body, which no client's body has.
  return new ObjectStore(
    new S3Client({
      ...objectLimits,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // To ask before it sends, the SDK would make a connection of its own for each large object.
      expectContinueHeader: false,
    }),
    bucket,
  );
}
