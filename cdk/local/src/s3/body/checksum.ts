import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { notImplemented } from '../s3-error.ts';

/** The additional checksums that are computed here; S3 knows more. */
export type ChecksumAlgorithm = 'crc32' | 'crc32c' | 'sha1' | 'sha256';

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  /** Base64; of an object made from parts: the checksum of their checksums, `-` and their number. */
  value: string;
  type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** A checksum in the making. */
export interface RunningChecksum {
  update(data: Buffer): void;
  digest(): Buffer;
}

/** @throws S3Error `NotImplemented` for an algorithm that is not computed here. */
export function parseChecksumAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = name.toLowerCase();
  if (algorithm === 'crc32' || algorithm === 'crc32c' || algorithm === 'sha1' || algorithm === 'sha256') {
    return algorithm;
  }
  throw notImplemented(`the checksum algorithm ${name}`);
}

export function startChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  switch (algorithm) {
    case 'crc32':
      return startCrc((data, value) => crc32(data, value));
    case 'crc32c':
      return startCrc(crc32c);
    default:
      return createHash(algorithm);
  }
}

function startCrc(advance: (data: Buffer, value: number) => number): RunningChecksum {
  let value = 0;
  return {
    update: (data) => {
      value = advance(data, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

/** Castagnoli's polynomial, bits reversed (RFC 3720, appendix B.4). */
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(data: Buffer, start: number): number {
  let value = ~start;
  for (const byte of data) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
