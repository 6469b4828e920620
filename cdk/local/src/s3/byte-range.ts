import { S3Error } from './s3-error.ts';

/** A run of bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` field. S3 serves one range only and ignores what it does not understand, as RFC 9110 allows.
 * @returns undefined if the whole object is to be sent
 * @throws S3Error `InvalidRange` (416) if the object has none of these bytes
 */
export function parseRange(field: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(field?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: field ?? '',
      ActualObjectSize: size,
    });
  }
  return { start, end };
}
