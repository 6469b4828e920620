import type { Checksum } from './body/checksum.ts';
import { invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import type { StoredObject } from './store/stored-object.ts';

/** Fields that are kept with an object and sent with it, beside `x-amz-meta-…`. */
const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Fields that would change what S3 does, with the values that change nothing here. */
const unsupportedHeaders = new Map<string, string[]>([
  ['acl', ['', 'private', 'bucket-owner-full-control', 'bucket-owner-read']],
  ['tagging', ['']],
  ['x-amz-acl', ['private', 'bucket-owner-full-control', 'bucket-owner-read']],
  ['x-amz-tagging', ['']],
  ['x-amz-server-side-encryption', ['AES256', 'aws:kms']],
  ['x-amz-storage-class', ['STANDARD']],
  ['x-amz-website-redirect-location', []],
  ['x-amz-object-lock-mode', []],
  ['x-amz-object-lock-legal-hold', []],
  ['x-amz-object-lock-retain-until-date', []],
  ['x-amz-server-side-encryption-customer-algorithm', []],
  ['x-amz-copy-source-server-side-encryption-customer-algorithm', []],
  ['x-amz-write-offset-bytes', []],
  ['x-amz-grant-full-control', []],
  ['x-amz-grant-read', []],
  ['x-amz-grant-read-acp', []],
  ['x-amz-grant-write-acp', []],
]);

/** Bytes of all `x-amz-meta-…` names and values together. */
const maxMetadataBytes = 2048;

/**
 * Picks the header fields that a new object keeps.
 * @param fields of the request or the upload form, by lower-case name
 * @throws S3Error for fields that ask for something that is not emulated, and for too much metadata
 */
export function objectHeaders(fields: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metadataSize = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (unsupportedHeaders.get(name)?.includes(value) === false) throw notImplemented(`${name}: ${value}`);
    const isMetadata = name.startsWith('x-amz-meta-');
    if (isMetadata) metadataSize += name.length - 'x-amz-meta-'.length + Buffer.byteLength(value);
    if (isMetadata || (keptHeaders.includes(name) && value !== '')) kept[name] = headerValue(value);
  }
  if (metadataSize > maxMetadataBytes) {
    throw new S3Error(
      400,
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
      {
        MaxSizeAllowed: maxMetadataBytes,
      },
    );
  }
  const codings = kept['content-encoding']?.split(',').map((coding) => coding.trim());
  if (codings?.includes('aws-chunked') === true) {
    const own = codings.filter((coding) => coding !== 'aws-chunked');
    if (own.length > 0) kept['content-encoding'] = own.join(',');
    else delete kept['content-encoding'];
  }
  return kept;
}

/** The fields that describe an object in every response about it. */
export function descriptionHeaders(object: StoredObject): Record<string, string> {
  return {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': object.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
}

export function checksumHeaders(checksum: Checksum | undefined): Record<string, string> {
  if (checksum === undefined) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

/** @throws S3Error `InvalidArgument` if a header field cannot hold the text. */
export function headerValue(text: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw invalidArgument('Header value cannot be represented using ISO-8859-1.');
  }
  return text;
}
