import type { OperationContext, S3Response } from '../request.ts';
import { invalidArgument } from '../s3-error.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { element, xmlDocument } from '../xml.ts';

const defaultMaxKeys = 1000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listObjectsV2({ store, bucket, request: { query } }: OperationContext): S3Response {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = parseMaxKeys(query.get('max-keys'));
  const token = query.get('continuation-token');
  const after = token === undefined ? (query.get('start-after') ?? '') : decodeToken(token);

  const contents: StoredObject[] = [];
  const commonPrefixes: string[] = [];
  let last = after;
  let truncated = false;
  for (const object of store.objects.list(bucket.name, prefix, after)) {
    const group = commonPrefix(object.key, prefix, delimiter);
    // Keys of a group that has been listed, on this page or at the end of the page before.
    if (group !== undefined && group === last) continue;
    if (contents.length + commonPrefixes.length === maxKeys) {
      truncated = maxKeys > 0;
      break;
    }
    if (group === undefined) contents.push(object);
    else commonPrefixes.push(group);
    last = group ?? object.key;
  }

  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [element(name, value)];
  const result = element(
    'ListBucketResult',
    element('Name', bucket.name),
    element('Prefix', encode(prefix)),
    ...optional('Delimiter', delimiter === '' ? undefined : encode(delimiter)),
    ...optional('EncodingType', query.get('encoding-type')),
    ...optional('StartAfter', query.get('start-after')),
    ...optional('ContinuationToken', token),
    ...optional('NextContinuationToken', truncated ? encodeToken(last) : undefined),
    element('KeyCount', contents.length + commonPrefixes.length),
    element('MaxKeys', maxKeys),
    element('IsTruncated', truncated),
    ...contents.map((object) =>
      element(
        'Contents',
        element('Key', encode(object.key)),
        element('LastModified', object.lastModified.toISOString()),
        element('ETag', `"${object.etag}"`),
        element('Size', object.size),
        element('StorageClass', 'STANDARD'),
      ),
    ),
    ...commonPrefixes.map((group) => element('CommonPrefixes', element('Prefix', encode(group)))),
  );
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xmlDocument(result) };
}

/** The part of a key up to the first delimiter after the prefix; undefined if there is none. */
function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '') return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

function parseMaxKeys(text = '1000'): number {
  if (!/^\d{1,9}$/.test(text))
    throw invalidArgument('Provided max-keys not an integer or within integer range');
  return Math.min(Number(text), defaultMaxKeys);
}

const encodeToken = (key: string) => Buffer.from(key).toString('base64url');

function decodeToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString();
  if (token === '' || encodeToken(key) !== token) {
    throw invalidArgument('The continuation token provided is incorrect');
  }
  return key;
}
