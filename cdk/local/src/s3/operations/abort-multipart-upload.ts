import type { OperationContext, S3Response } from '../request.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export function abortMultipartUpload({ store, bucket, key, request }: OperationContext): S3Response {
  const uploadId = request.query.get('uploadId') ?? '';
  store.uploads.get(uploadId, bucket.name, key);
  store.uploads.remove(uploadId);
  return { status: 204 };
}
