import { VerifiedBody } from '../body/verified-body.ts';
import { checksumHeaders } from '../object-headers.ts';
import type { OperationContext, S3Response } from '../request.ts';
import { invalidArgument } from '../s3-error.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export async function uploadPart({ store, bucket, key, request }: OperationContext): Promise<S3Response> {
  const uploadId = request.query.get('uploadId') ?? '';
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive');
  }
  const { checksumAlgorithm } = store.uploads.get(uploadId, bucket.name, key);
  const body = new VerifiedBody(request, checksumAlgorithm === undefined ? {} : { checksumAlgorithm });
  const blob = await store.blobs.write(body);
  const { etag } = body;
  try {
    // The upload may have been aborted or completed while the body was on its way.
    store.uploads.get(uploadId, bucket.name, key);
    store.uploads.putPart(uploadId, { number, blob, size: body.size, etag, checksum: body.checksum });
  } catch (error) {
    store.blobs.remove(blob);
    throw error;
  }
  const { 'x-amz-checksum-type': _, ...checksum } = checksumHeaders(body.checksum);
  return { status: 200, headers: { etag: `"${etag}"`, ...checksum } };
}
