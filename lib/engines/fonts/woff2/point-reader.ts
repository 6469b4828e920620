import type { ByteStream } from './byte-stream.ts';

/** The points of a glyph: coordinates relative to the point before. */
export interface Points {
  x: Int32Array;
  y: Int32Array;
  /** 1 for points on the curve. */
  onCurve: Uint8Array;
}

/** How the coordinates of a point are packed, by the low seven bits of its flag (WOFF2, 5.2). */
interface Triplet {
  /** Number of bytes. */
  bytes: number;
  xBits: number;
  yBits: number;
  xBase: number;
  yBase: number;
  xSign: number;
  ySign: number;
}

const sign = (flag: number, bit: number): number => (flag & bit ? 1 : -1);

function tripletOf(flag: number): Triplet {
  const signs = { xSign: sign(flag, 1), ySign: sign(flag, 2) };
  if (flag < 10)
    return {
      bytes: 1,
      xBits: 0,
      yBits: 8,
      xBase: 0,
      yBase: (flag & 14) << 7,
      xSign: 1,
      ySign: sign(flag, 1),
    };
  if (flag < 20)
    return {
      bytes: 1,
      xBits: 8,
      yBits: 0,
      xBase: ((flag - 10) & 14) << 7,
      yBase: 0,
      xSign: sign(flag, 1),
      ySign: 1,
    };
  if (flag < 84) {
    const code = flag - 20;
    return {
      bytes: 1,
      xBits: 4,
      yBits: 4,
      xBase: 1 + (code & 0x30),
      yBase: 1 + ((code & 0x0c) << 2),
      ...signs,
    };
  }
  if (flag < 120) {
    const code = flag - 84;
    const [xBase, yBase] = [1 + (Math.floor(code / 12) << 8), 1 + (((code % 12) >> 2) << 8)];
    return { bytes: 2, xBits: 8, yBits: 8, xBase, yBase, ...signs };
  }
  const bits = flag < 124 ? 12 : 16;
  return { bytes: flag < 124 ? 3 : 4, xBits: bits, yBits: bits, xBase: 0, yBase: 0, ...signs };
}

const triplets: readonly Triplet[] = Array.from({ length: 128 }, (_, flag) => tripletOf(flag));

/**
 * Reads the points of a glyph.
 *
 * @throws InputFault `invalid-file-type` when a stream ends early
 */
export function readPoints(count: number, flags: ByteStream, coordinates: ByteStream): Points {
  // Before memory is taken for as many points.
  const packed = flags.take(count);
  const points = { x: new Int32Array(count), y: new Int32Array(count), onCurve: new Uint8Array(count) };
  for (const [index, flag] of packed.entries()) {
    const triplet = triplets[flag & 0x7f] as Triplet;
    const { bytes, xBits, yBits, xBase, yBase, xSign, ySign } = triplet;
    const value = coordinates.take(bytes).readUIntBE(0, bytes);
    points.onCurve[index] = flag & 0x80 ? 0 : 1;
    points.x[index] = xSign * (xBase + (Math.floor(value / 2 ** yBits) % 2 ** xBits));
    points.y[index] = ySign * (yBase + (value % 2 ** yBits));
  }
  return points;
}
