import { crc32, inflateSync } from 'node:zlib';
import { damaged } from '../damaged.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export const isPng = (file: Uint8Array): boolean =>
  Buffer.compare(file.subarray(0, signature.length), signature) === 0;

export interface Chunk {
  type: string;
  data: Uint8Array;
}

/** Length, type and checksum. */
const frameBytes = 12;

/**
 * The chunks of a PNG (clause 5) before `IEND`. The checksums of critical chunks must match; chunks that are not critical
 * are left out if theirs do not.
 *
 * @throws InputFault `damaged-document`, also for a file that ends before `IEND`
 */
export function* chunksOf(file: Uint8Array): Generator<Chunk> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  for (let at = signature.length; at + frameBytes <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) break;
    const isWhole = crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end);
    const isCritical = ((bytes[at + 4] ?? 0) & 0x20) === 0;
    if (!isWhole && isCritical) throw damaged('has a PNG chunk with a wrong checksum');
    if (type === 'IEND') return;
    if (isWhole) yield { type, data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
  throw damaged('is cut off: the end of the PNG is missing');
}

/** Profiles of printers have about a megabyte. */
const maxProfileBytes = 8 * 1024 * 1024;

/** The ICC profile in an `iCCP` chunk (11.3.2.3): a name, a null byte, the method 0 and zlib data. */
export function profileIn(data: Uint8Array): Uint8Array | undefined {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 0) return undefined;
  try {
    return inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes });
  } catch {
    return undefined;
  }
}
