import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A chunk (ISO/IEC 15948, clause 5) with its checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([signature, ...chunks, pngChunk('IEND')]);

/** What `IHDR` says. */
export interface PngHeader {
  width: number;
  height: number;
  bitDepth: number;
  colourType: number;
  interlace?: 0 | 1;
}

export function pngHeader({ width, height, bitDepth, colourType, interlace = 0 }: PngHeader): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, interlace], 8);
  return pngChunk('IHDR', header);
}

/** A PNG of one colour (ISO/IEC 15948); width and height in pixels. */
export function plainPng(width: number, height: number, colour: readonly number[] = [200, 200, 200]): Buffer {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(3 * width, Uint8Array.from(colour))]);
  const rows = Buffer.alloc(height * row.length, row);
  return png(pngHeader({ width, height, bitDepth: 8, colourType: 2 }), pngChunk('IDAT', deflateSync(rows)));
}
