import type { Points } from './point-reader.ts';

/** Flags of a point (OpenType 1.9, `glyf`). */
const flags = {
  onCurve: 1,
  xShort: 2,
  yShort: 4,
  repeat: 8,
  xSameOrPositive: 16,
  ySameOrPositive: 32,
  overlap: 64,
} as const;

/** Most repetitions that a flag can have. */
const mostRepetitions = 255;

/** A glyph with outlines of its own. */
export interface SimpleGlyph {
  /** Number of points of each contour. */
  contours: readonly number[];
  points: Points;
  instructions: Buffer;
  /** xMin, yMin, xMax, yMax as 16-bit numbers. */
  box: Buffer;
  hasOverlap: boolean;
}

/** Writes a glyph as OpenType's `glyf` table has it. */
export function writeSimpleGlyph({ contours, points, instructions, box, hasOverlap }: SimpleGlyph): Buffer {
  const head = Buffer.alloc(12 + contours.length * 2);
  head.writeInt16BE(contours.length, 0);
  box.copy(head, 2);
  let end = -1;
  for (const [index, count] of contours.entries()) {
    end += count;
    head.writeUInt16BE(end, 10 + index * 2);
  }
  head.writeUInt16BE(instructions.length, 10 + contours.length * 2);
  const pointFlags = Buffer.alloc(points.x.length);
  const xs = writeAxis(points.x, pointFlags, flags.xShort, flags.xSameOrPositive);
  const ys = writeAxis(points.y, pointFlags, flags.yShort, flags.ySameOrPositive);
  for (const [index, isOn] of points.onCurve.entries()) {
    pointFlags[index] = (pointFlags[index] ?? 0) | (isOn ? flags.onCurve : 0);
  }
  if (hasOverlap && pointFlags.length > 0) pointFlags[0] = (pointFlags[0] ?? 0) | flags.overlap;
  return Buffer.concat([head, instructions, withRepetitions(pointFlags), xs, ys]);
}

/** Replaces flags that repeat the one before by their number. */
function withRepetitions(pointFlags: Buffer): Buffer {
  const packed = Buffer.alloc(pointFlags.length);
  let length = 0;
  for (let index = 0; index < pointFlags.length;) {
    const flag = pointFlags[index] ?? 0;
    let next = index + 1;
    while (pointFlags[next] === flag && next - index <= mostRepetitions) next += 1;
    const repetitions = next - index - 1;
    packed[length++] = repetitions > 0 ? flag | flags.repeat : flag;
    if (repetitions > 0) packed[length++] = repetitions;
    index = next;
  }
  return packed.subarray(0, length);
}

/** Writes the coordinates of one axis in the shortest form, and their form into the flags of the points. */
function writeAxis(deltas: Int32Array, pointFlags: Buffer, short: number, sameOrPositive: number): Buffer {
  const bytes = Buffer.alloc(deltas.length * 2);
  let at = 0;
  for (const [index, delta] of deltas.entries()) {
    const flag = pointFlags[index] ?? 0;
    if (delta === 0) pointFlags[index] = flag | sameOrPositive;
    else if (Math.abs(delta) < 256) {
      pointFlags[index] = flag | short | (delta > 0 ? sameOrPositive : 0);
      bytes[at++] = Math.abs(delta);
    } else {
      at = bytes.writeInt16BE((delta << 16) >> 16, at);
    }
  }
  return bytes.subarray(0, at);
}

/** The bounding box of points: xMin, yMin, xMax, yMax as 16-bit numbers. */
export function boxOf({ x, y }: Points): Buffer {
  const [left, right] = extent(x);
  const [bottom, top] = extent(y);
  const box = Buffer.alloc(8);
  for (const [index, value] of [left, bottom, right, top].entries()) {
    box.writeInt16BE((value << 16) >> 16, index * 2);
  }
  return box;
}

function extent(deltas: Int32Array): [least: number, most: number] {
  let [position, least, most] = [0, Infinity, -Infinity];
  for (const delta of deltas) {
    position += delta;
    least = Math.min(least, position);
    most = Math.max(most, position);
  }
  return least <= most ? [least, most] : [0, 0];
}
