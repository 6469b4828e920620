import { damaged } from '../damaged.ts';
import { chunksIn, sizeOf } from './chunks.ts';

/** A picture of an animation, at its place on the canvas. */
export interface AnimationFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The picture as a WebP of its own. */
  file: Buffer;
}

/** Place, size, duration and flags. */
const headBytes = 16;

/** The flag of a header for a picture with opacity. */
const hasOpacity = 0x10;

/** Reads the data of an `ANMF` chunk (RFC 9649, 2.7.1.1). */
export function frameOf(data: Buffer): AnimationFrame {
  if (data.length < headBytes) throw damaged('has an invalid WebP frame');
  const at = (index: number): number => data.readUIntLE(3 * index, 3);
  const place = { left: 2 * at(0), top: 2 * at(1), width: at(2) + 1, height: at(3) + 1 };
  const picture = [...chunksIn(data, headBytes)].find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const size = picture && sizeOf(picture);
  if (size?.width !== place.width || size.height !== place.height) {
    throw damaged('has a WebP frame whose size does not match its header');
  }
  return { ...place, file: stillOf(place, data.subarray(headBytes)) };
}

/** A WebP of a header and these chunks. */
function stillOf({ width, height }: Pick<AnimationFrame, 'width' | 'height'>, chunks: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(head.length - 8 + chunks.length, 4);
  head.write('WEBPVP8X', 8, 'latin1');
  head.writeUInt32LE(10, 16);
  head[20] = hasOpacity;
  head.writeUIntLE(width - 1, 24, 3);
  head.writeUIntLE(height - 1, 27, 3);
  return Buffer.concat([head, chunks]);
}
