import { noSuchKey, notImplemented, preconditionFailed } from './s3-error.ts';
import type { StoredObject } from './store/stored-object.ts';

/**
 * Evaluates the conditions of a read in the order of RFC 9110, section 13.2.2.
 * @param prefix of the fields, `x-amz-copy-source-` for the source of a copy
 * @throws S3Error `PreconditionFailed`
 */
export function checkReadConditions(
  headers: Record<string, string>,
  object: StoredObject,
  prefix = '',
): 'modified' | 'not-modified' {
  const modified = Math.floor(object.lastModified.getTime() / 1000) * 1000;
  const field = (name: string) => headers[`${prefix}${name}`];
  const time = (name: string) => Date.parse(field(name) ?? '');

  const ifMatch = field('if-match');
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, object)) throw preconditionFailed('If-Match');
  } else if (modified > time('if-unmodified-since')) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  const ifNoneMatch = field('if-none-match');
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, object) ? 'not-modified' : 'modified';
  return modified <= time('if-modified-since') ? 'not-modified' : 'modified';
}

/**
 * Evaluates the conditions of a write or a deletion against the object that is there now.
 * @throws S3Error `PreconditionFailed`, `NoSuchKey`
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function checkWriteConditions(
  headers: Record<string, string>,
  key: string,
  current: StoredObject | undefined,
): void {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch !== '*') throw notImplemented('If-None-Match with anything but *');
    if (current !== undefined) throw preconditionFailed('If-None-Match');
  }
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (current === undefined) throw noSuchKey(key);
    if (!matches(ifMatch, current)) throw preconditionFailed('If-Match');
  }
}

function matches(list: string, object: StoredObject): boolean {
  return list.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === '*' || tag.replace(/^"(.*)"$/, '$1') === object.etag;
  });
}
