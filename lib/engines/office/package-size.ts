import { FormatError } from '../../base/random-access.ts';

/** Length in bytes of the size field at the start of an encrypted package ([MS-OFFCRYPTO] 2.3.4.4). */
export const sizeBytes = 8;

/** @throws FormatError when there is no size, or no file can have it */
export function readPackageSize(start: Buffer): number {
  if (start.length < sizeBytes) throw new FormatError('the encrypted package is cut off');
  const size = start.readBigUInt64LE(0);
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError('the encrypted package has no size');
  return Number(size);
}
