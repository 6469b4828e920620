import { checksumHeaders, objectHeaders } from '../object-headers.ts';
import { checkReadConditions, checkWriteConditions } from '../preconditions.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';
import { invalidArgument, noSuchKey, notImplemented, preconditionFailed, S3Error } from '../s3-error.ts';
import { element, xmlDocument } from '../xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export function copyObject({ store, bucket, key, request, now }: OperationContext): S3Response {
  const headers = headersOf(request);
  const source = parseCopySource(headers['x-amz-copy-source'] ?? '');
  const object = store.objects.get(source.bucket, source.key);
  if (object === undefined) throw noSuchKey(source.key);
  if (checkReadConditions(headers, object, 'x-amz-copy-source-') === 'not-modified') {
    throw preconditionFailed('x-amz-copy-source-If-None-Match');
  }
  checkWriteConditions(headers, key, store.objects.get(bucket.name, key));

  const own = objectHeaders(headers);
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw invalidArgument('Unknown metadata directive.');
  if (directive === 'COPY' && source.bucket === bucket.name && source.key === key) {
    throw new S3Error(
      400,
      'InvalidRequest',
      'An object cannot be copied to itself without changing its metadata.',
    );
  }
  store.objects.put(bucket.name, {
    ...object,
    key,
    blob: store.blobs.duplicate(object.blob),
    lastModified: now,
    headers: directive === 'COPY' ? object.headers : own,
  });
  const result = element(
    'CopyObjectResult',
    element('LastModified', now.toISOString()),
    element('ETag', `"${object.etag}"`),
  );
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...checksumHeaders(object.checksum) },
    body: xmlDocument(result),
  };
}

/** Reads `[/]bucket/key`, percent-encoded. */
function parseCopySource(text: string): { bucket: string; key: string } {
  if (text.includes('?')) throw notImplemented('copying a version');
  const match = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(text));
  if (match === null)
    throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const [, bucket = '', key = ''] = match;
  return { bucket, key };
}
