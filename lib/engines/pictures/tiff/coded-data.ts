import { inflateSync } from 'node:zlib';
import { decodeLzwCodes } from '../../pdf/filters/lzw.ts';
import { OutputLimitError } from '../../pdf/filters/output-limit.ts';
import { decodeFax, type FaxCoding } from '../ccitt/decoder.ts';
import { damaged } from '../damaged.ts';
import type { TiffPage } from './page.ts';
import type { TiffAccount } from './tiff-account.ts';
import { Compression } from './tags.ts';

/** The data of a strip or a tile as they are in the file. */
export function codedData(file: Uint8Array, page: TiffPage, index: number, account: TiffAccount): Uint8Array {
  const { segments, isBitReversed, compression } = page;
  const start = segments.offsets[index] ?? 0;
  const length = segments.byteCounts[index] ?? file.length - start;
  if (start + length > file.length) throw damaged('is cut off: a part of the TIFF is missing');
  account.coded(length);
  const data = file.subarray(start, start + length);
  return isBitReversed && compression !== Compression.jpeg
    ? data.map((byte) => reversed[byte] as number)
    : data;
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2),
);

/** How many bytes to expect of a strip or a tile, and as how many rows of pixels. */
export interface Expected {
  width: number;
  rows: number;
  bytes: number;
  /** With the rows below the picture, which tiles have and strips may have. */
  mostBytes: number;
}

/**
 * The decoded bytes of a strip or a tile that is not a JPEG: at least as many as expected. Predictors are not undone.
 *
 * @throws InputFault `damaged-document`
 */
export function decodedData(data: Uint8Array, page: TiffPage, expected: Expected): Uint8Array {
  const bytes = decoded(data, page, expected);
  if (bytes.length < expected.bytes) throw damaged('has less image data than its size in pixels');
  return bytes.subarray(0, expected.bytes);
}

function decoded(data: Uint8Array, page: TiffPage, { width, rows, bytes, mostBytes }: Expected): Uint8Array {
  switch (page.compression) {
    case Compression.lzw:
      return decodedLzw(data, mostBytes);
    case Compression.packBits:
      return unpackedBits(data, bytes);
    case Compression.deflate:
    case Compression.oldDeflate:
      return inflated(data, mostBytes);
    case Compression.none:
      return data;
    default: {
      const pixels = decodeFax(data, { ...faxCoding(page), width, height: rows });
      if (!pixels) throw damaged('has CCITT fax data that cannot be read');
      return pixels;
    }
  }
}

/** How facsimile is coded (TIFF 6.0, sections 10 and 11). The result has 0 for what is coded as white. */
export function faxCoding({ compression, group3Options }: TiffPage): Omit<FaxCoding, 'width' | 'height'> {
  const isMixed = compression === Compression.group3 && (group3Options & 1) === 1;
  return {
    dimensions: compression === Compression.group4 ? 'two' : isMixed ? 'mixed' : 'one',
    isAligned: compression === Compression.huffman,
    white: 0,
  };
}

/** Some programs write more than there is. In bytes. */
const extraBytes = 65_536;

/** The oldest programs reversed the bits of codes. The first code clears the table, which shows the order. */
function decodedLzw(data: Uint8Array, most: number): Uint8Array {
  const isReversed = data[0] === 0 && ((data[1] ?? 0) & 1) === 1;
  const coding = { symbolBits: 8, isReversed, earlyChange: isReversed ? 0 : 1 };
  try {
    return decodeLzwCodes(data, coding, most + extraBytes).bytes;
  } catch (error) {
    throw error instanceof OutputLimitError ? tooMuch(error) : error;
  }
}

function inflated(data: Uint8Array, most: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: most + extraBytes });
  } catch (error) {
    throw damaged('has image data that cannot be decompressed', error);
  }
}

const tooMuch = (error: unknown): Error => damaged('has more image data than its size in pixels', error);

/** Bytes and runs (TIFF 6.0, section 9), as many as are needed. */
function unpackedBits(data: Uint8Array, expected: number): Uint8Array {
  const out = new Uint8Array(expected);
  let to = 0;
  for (let at = 0; at < data.length && to < expected;) {
    const head = data[at] as number;
    at += 1;
    if (head < 128) {
      const part = data.subarray(at, at + Math.min(head + 1, expected - to));
      out.set(part, to);
      to += part.length;
      at += head + 1;
    } else if (head > 128) {
      const count = Math.min(257 - head, expected - to);
      out.fill(data[at] ?? 0, to, to + count);
      to += count;
      at += 1;
    }
  }
  return out.subarray(0, to);
}
