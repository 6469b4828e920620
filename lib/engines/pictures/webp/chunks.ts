import type { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';

/** A chunk of a RIFF file. */
export interface Chunk {
  type: string;
  data: Buffer;
}

export const cutOff = (): InputFault => damaged('is cut off: the end of the WebP is missing');

/** The chunks from `start` to the end. */
export function* chunksIn(bytes: Buffer, start: number): Generator<Chunk> {
  for (let at = start; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) throw cutOff();
    yield { type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) };
    // Chunks have an even length.
    at = end + ((end - at) & 1);
  }
}

/** The size of the picture in a chunk `VP8 ` or `VP8L`. */
export const sizeOf = ({ type, data }: Chunk): { width: number; height: number } =>
  type === 'VP8L' ? losslessSize(data) : lossySize(data);

/** The frame header of VP8 (RFC 6386, 9.1): after the tag a start code and the dimensions, of 14 bits each. */
function lossySize(data: Buffer): ReturnType<typeof sizeOf> {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw damaged('has an invalid VP8 frame');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** The header of VP8L (RFC 9649, 3.4): a signature, and the dimensions less one, of 14 bits each. */
function losslessSize(data: Buffer): ReturnType<typeof sizeOf> {
  if (data.length < 5 || data[0] !== 0x2f) throw damaged('has an invalid VP8L image');
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
