import { parseRange } from '../byte-range.ts';
import { checksumHeaders, descriptionHeaders, headerValue } from '../object-headers.ts';
import { checkReadConditions } from '../preconditions.ts';
import { headersOf, type OperationContext, type S3Response } from '../request.ts';
import { noSuchKey } from '../s3-error.ts';

/** Parameters by which a signer chooses header fields of the response. */
const overrides = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/**
 * Both GetObject and HeadObject, which differ in the body only.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function getObject({ store, bucket, key, request }: OperationContext): S3Response {
  const object = store.objects.get(bucket.name, key);
  if (object === undefined) throw noSuchKey(key);
  const conditions = headersOf(request);
  const headers: Record<string, string | number> = descriptionHeaders(object);
  if (checkReadConditions(conditions, object) === 'not-modified') {
    return {
      status: 304,
      headers: { etag: `"${object.etag}"`, 'last-modified': headers['last-modified'] ?? '' },
    };
  }
  for (const name of overrides) {
    const value = request.query.get(`response-${name}`);
    if (value !== undefined) headers[name] = headerValue(value);
  }
  const range = parseRange(conditions['range'], object.size);
  if (range !== undefined) {
    headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`;
  } else if (conditions['x-amz-checksum-mode'] === 'ENABLED') {
    Object.assign(headers, checksumHeaders(object.checksum));
  }
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  headers['content-length'] = end - start + 1;
  const status = range === undefined ? 200 : 206;
  if (request.message.method === 'HEAD' || object.size === 0) return { status, headers };
  return { status, headers, body: store.blobs.read(object.blob, start, end) };
}
