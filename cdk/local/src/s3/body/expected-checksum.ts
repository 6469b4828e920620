import { S3Error } from '../s3-error.ts';
import { parseChecksumAlgorithm, type ChecksumAlgorithm } from './checksum.ts';

/** Fields of that prefix that are not the value of a checksum. */
const otherChecksumHeaders = new Set([
  'x-amz-checksum-algorithm',
  'x-amz-checksum-mode',
  'x-amz-checksum-type',
]);

/** A checksum that the client announces. */
export interface ExpectedChecksum {
  algorithm: ChecksumAlgorithm;
  /** Base64; undefined while it is still to come in a trailer. */
  value: string | undefined;
}

/**
 * Finds the `x-amz-checksum-…` field, or the one that `x-amz-trailer` promises.
 * @throws S3Error `InvalidRequest` if there are several.
 */
export function expectedChecksum(headers: Record<string, string>): ExpectedChecksum | undefined {
  const found = new Map<string, string | undefined>();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-checksum-') && !otherChecksumHeaders.has(name)) found.set(name, value);
  }
  for (const name of headers['x-amz-trailer']?.toLowerCase().split(',') ?? []) {
    if (name.trim().startsWith('x-amz-checksum-')) found.set(name.trim(), undefined);
  }
  if (found.size > 1) {
    throw new S3Error(400, 'InvalidRequest', 'Expecting a single x-amz-checksum- header.');
  }
  const [first] = found;
  if (first === undefined) return undefined;
  return { algorithm: parseChecksumAlgorithm(first[0].slice('x-amz-checksum-'.length)), value: first[1] };
}
