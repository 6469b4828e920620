import { VerifiedBody } from '../body/verified-body.ts';
import { checksumHeaders, objectHeaders } from '../object-headers.ts';
import { checkWriteConditions } from '../preconditions.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
export async function putObject({ store, bucket, key, request, now }: OperationContext): Promise<S3Response> {
  const headers = headersOf(request);
  const kept = objectHeaders(headers);
  const checkConditions = () => checkWriteConditions(headers, key, store.objects.get(bucket.name, key));
  checkConditions();

  const body = new VerifiedBody(request);
  const blob = await store.blobs.write(body);
  try {
    // Another request may have come first while the body was on its way.
    checkConditions();
  } catch (error) {
    store.blobs.remove(blob);
    throw error;
  }
  const { etag, size, checksum } = body;
  store.objects.put(bucket.name, { key, blob, size, etag, lastModified: now, headers: kept, checksum });
  return {
    status: 200,
    headers: { etag: `"${etag}"`, 'x-amz-server-side-encryption': 'AES256', ...checksumHeaders(checksum) },
  };
}
