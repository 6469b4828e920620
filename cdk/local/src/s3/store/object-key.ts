import { invalidArgument, S3Error } from '../s3-error.ts';

const maxKeyBytes = 1024;

/** @throws S3Error `KeyTooLongError` over 1,024 bytes of UTF-8, `InvalidArgument` for an empty key. */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size === 0) throw invalidArgument('User key must have a length greater than 0.');
  if (size > maxKeyBytes) {
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long', {
      Size: size,
      MaxSizeAllowed: maxKeyBytes,
    });
  }
}
