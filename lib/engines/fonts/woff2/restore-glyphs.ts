import { damagedFont } from '../font-data.ts';
import { componentFlags, componentLength } from '../sfnt/glyphs.ts';
import { ByteStream } from './byte-stream.ts';
import { readPoints } from './point-reader.ts';
import { boxOf, writeSimpleGlyph } from './write-glyph.ts';

/** The tables of a font's outlines, and what `hmtx` needs of them. */
export interface RestoredGlyphs {
  glyf: Buffer;
  loca: Buffer;
  /** The left edge of each glyph. */
  leftEdges: Int16Array;
}

interface Streams {
  contours: ByteStream;
  pointCounts: ByteStream;
  flags: ByteStream;
  glyphs: ByteStream;
  composites: ByteStream;
  boxes: ByteStream;
  instructions: ByteStream;
}

const streamNames = [
  'contours',
  'pointCounts',
  'flags',
  'glyphs',
  'composites',
  'boxes',
  'instructions',
] as const;

/**
 * Restores `glyf` and `loca` from the transformed `glyf` table (WOFF2, 5.1).
 *
 * @param require throws when the two tables must not have that many bytes
 * @throws InputFault `invalid-file-type` when a stream ends early
 */
export function restoreGlyphs(packed: Buffer, require: (bytes: number) => void): RestoredGlyphs {
  const header = new ByteStream(packed, 'glyf table');
  header.u16();
  const options = header.u16();
  const count = header.u16();
  const hasLongOffsets = header.u16() !== 0;
  const lengths = streamNames.map(() => header.u32());
  const streams = Object.fromEntries(
    streamNames.map((name, index) => [name, new ByteStream(header.take(lengths[index] ?? 0), 'glyf table')]),
  ) as unknown as Streams;
  const hasBox = bitmap(streams.boxes.take(((count + 31) >> 5) << 2));
  const hasOverlap = options & 1 ? bitmap(header.take((count + 7) >> 3)) : () => false;
  require((count + 1) * 4);
  const leftEdges = new Int16Array(count);
  const offsets: number[] = [0];
  const glyphs: Buffer[] = [];
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    const box = hasBox(index) ? streams.boxes.take(8) : undefined;
    const glyph = restoreGlyph(streams, box, hasOverlap(index));
    if (glyph) {
      leftEdges[index] = glyph.readInt16BE(2);
      const padding = Buffer.alloc(-glyph.length & 3);
      glyphs.push(glyph, padding);
      size += glyph.length + padding.length;
      require(size + (count + 1) * 4);
    }
    offsets.push(size);
  }
  return { glyf: Buffer.concat(glyphs, size), loca: writeLoca(offsets, hasLongOffsets), leftEdges };
}

/** Whether the bit of an index is set; the first is the highest. */
const bitmap =
  (bytes: Buffer) =>
  (index: number): boolean =>
    ((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;

/** Undefined for a glyph without an outline. */
function restoreGlyph(streams: Streams, box: Buffer | undefined, hasOverlap: boolean): Buffer | undefined {
  const contours = streams.contours.i16();
  if (contours === 0) {
    if (box) throw damagedFont('an empty glyph has a bounding box');
    return undefined;
  }
  if (contours < 0) {
    if (!box) throw damagedFont('a composite glyph has no bounding box');
    return restoreComposite(streams, box);
  }
  const counts: number[] = [];
  let total = 0;
  for (let contour = 0; contour < contours; contour += 1) {
    const count = streams.pointCounts.short255();
    total += count;
    counts.push(count);
  }
  if (total > 0xffff) throw damagedFont('a glyph has too many points');
  const points = readPoints(total, streams.flags, streams.glyphs);
  const instructions = streams.instructions.take(streams.glyphs.short255());
  return writeSimpleGlyph({ contours: counts, points, instructions, box: box ?? boxOf(points), hasOverlap });
}

function restoreComposite({ composites, glyphs, instructions }: Streams, box: Buffer): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(-1);
  const parts = [count, box];
  let flags: number;
  let hasInstructions = false;
  do {
    const head = composites.take(2);
    flags = head.readUInt16BE();
    parts.push(head, composites.take(componentLength(flags) - head.length));
    hasInstructions ||= (flags & componentFlags.instructions) !== 0;
  } while (flags & componentFlags.moreComponents);
  if (hasInstructions) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(glyphs.short255());
    parts.push(length, instructions.take(length.readUInt16BE()));
  }
  return Buffer.concat(parts);
}

/** @throws InputFault `invalid-file-type` when short offsets do not reach the end */
function writeLoca(offsets: readonly number[], hasLongOffsets: boolean): Buffer {
  if (!hasLongOffsets && (offsets.at(-1) ?? 0) > 0x1fffe)
    throw damagedFont('its glyf table is too long for loca');
  const loca = Buffer.alloc(offsets.length * (hasLongOffsets ? 4 : 2));
  for (const [index, offset] of offsets.entries()) {
    if (hasLongOffsets) loca.writeUInt32BE(offset, index * 4);
    else loca.writeUInt16BE(offset / 2, index * 2);
  }
  return loca;
}
