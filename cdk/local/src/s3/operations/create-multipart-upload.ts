import { parseChecksumAlgorithm } from '../body/checksum.ts';
import { objectHeaders } from '../object-headers.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';
import { notImplemented } from '../s3-error.ts';
import { element, xmlDocument } from '../xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export function createMultipartUpload({ store, bucket, key, request, now }: OperationContext): S3Response {
  const headers = headersOf(request);
  const algorithm = headers['x-amz-checksum-algorithm'];
  if ((headers['x-amz-checksum-type'] ?? 'COMPOSITE') !== 'COMPOSITE') {
    throw notImplemented('full-object checksums of multipart uploads');
  }
  const id = store.uploads.create(
    {
      bucket: bucket.name,
      key,
      headers: objectHeaders(headers),
      checksumAlgorithm: algorithm === undefined ? undefined : parseChecksumAlgorithm(algorithm),
    },
    now,
  );
  const result = element(
    'InitiateMultipartUploadResult',
    element('Bucket', bucket.name),
    element('Key', key),
    element('UploadId', id),
  );
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml',
      ...(algorithm === undefined
        ? {}
        : { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': 'COMPOSITE' }),
    },
    body: xmlDocument(result),
  };
}
