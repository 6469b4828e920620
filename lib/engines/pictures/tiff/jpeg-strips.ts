import { type Frame, frameOf, isFrame } from '../jpeg/frame.ts';
import { Marker, type Segment, segmentsOf } from '../jpeg/segments.ts';

/** Tables that strips need, and those that they may have of their own. */
const quantizationTables = 0xdb;
const huffmanTables = 0xc4;
const restartInterval = 0xdd;

/** Coding in one scan, with Huffman tables. */
const sequential = new Set([0xc0, 0xc1]);

/** The parts of a JPEG that has one scan. */
interface StripParts {
  tables: Buffer[];
  frameMarker: number;
  frameData: Buffer;
  frame: Frame;
  /** What begins the scan, without the coded data. */
  scan: Buffer;
  coded: Uint8Array;
}

/** The segments of a JPEG or of tables alone, without those for programs. */
export const ownSegments = (file: Uint8Array): Segment[] =>
  [...segmentsOf(file)].filter(({ marker }) => marker < Marker.app0 || marker === Marker.app14);

export const bytesOf = (file: Uint8Array, { start, end }: Segment): Uint8Array => file.subarray(start, end);

/**
 * Joins the strips of a page to one JPEG without decoding them: each strip follows a restart marker, at which decoders
 * reset their state.
 *
 * @param tables those that the strips have in common, as segments
 * @param rows the rows of pixels of each strip but the last
 * @returns undefined if the strips differ in more than their data
 */
export function joinedStrips(
  strips: readonly Uint8Array[],
  tables: Uint8Array,
  { width, height, rows }: { width: number; height: number; rows: number },
): Buffer | undefined {
  const parts = strips.map(partsOf);
  const [first] = parts;
  if (!first) return undefined;
  const { frame } = first;
  const [blockWidth, blockHeight] = blockSize(frame);
  const interval = Math.ceil(width / blockWidth) * (rows / blockHeight);
  if (!Number.isInteger(interval) || interval > 0xffff) return undefined;
  const whole = parts.filter((part) => part !== undefined && isLike(part, first)).length;
  if (whole < parts.length || frame.width !== width || height > 0xffff) return undefined;
  for (const [index, part] of parts.entries()) {
    if (part?.frame.height !== Math.min(rows, height - index * rows)) return undefined;
  }
  const sized = Buffer.from(first.frameData);
  sized.writeUInt16BE(height, 1);
  return Buffer.concat([
    tables,
    ...first.tables,
    segment(first.frameMarker, sized),
    segment(restartInterval, Buffer.of(interval >> 8, interval & 255)),
    first.scan,
    ...parts.flatMap((part, index) => [
      ...(index === 0 ? [] : [Buffer.of(0xff, 0xd0 + ((index - 1) % 8))]),
      part?.coded ?? Buffer.alloc(0),
    ]),
  ]);
}

function segment(marker: number, data: Uint8Array): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.of(0xff, marker, length >> 8, length & 255), data]);
}

/** Undefined for a JPEG of several scans, and for one with restart markers of its own. */
function partsOf(file: Uint8Array): StripParts | undefined {
  const segments = ownSegments(file);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const scans = segments.filter(({ marker }) => marker === Marker.startOfScan);
  const [frame, scan] = [frames[0], scans[0]];
  if (!frame || !scan || frames.length > 1 || scans.length > 1 || !sequential.has(frame.marker))
    return undefined;
  if (segments.some(({ marker }) => marker === restartInterval)) return undefined;
  const codedStart = scan.data.byteOffset - file.byteOffset + scan.data.length;
  return {
    tables: segments
      .filter(({ marker }) => marker === quantizationTables || marker === huffmanTables)
      .map((each) => Buffer.from(bytesOf(file, each))),
    frameMarker: frame.marker,
    frameData: frame.data,
    frame: frameOf(frame.marker, frame.data),
    scan: Buffer.from(file.subarray(scan.start, codedStart)),
    coded: withoutFill(file.subarray(codedStart, scan.end)),
  };
}

/** Any number of bytes 0xff can precede a marker. */
function withoutFill(coded: Uint8Array): Uint8Array {
  let end = coded.length;
  while (end > 0 && coded[end - 1] === 0xff) end -= 1;
  return coded.subarray(0, end);
}

/** Whether a strip has the components and the tables of the first. */
const isLike = (part: StripParts, first: StripParts): boolean =>
  part.frameMarker === first.frameMarker &&
  part.frameData.subarray(3).equals(first.frameData.subarray(3)) &&
  part.scan.equals(first.scan) &&
  (part.tables.length === 0 || Buffer.concat(part.tables).equals(Buffer.concat(first.tables)));

/** The pixels that are coded together. */
function blockSize({ samplings }: Frame): [width: number, height: number] {
  if (samplings.length === 1) return [8, 8];
  const most = (shift: number): number => Math.max(1, ...samplings.map((each) => (each >> shift) & 15));
  return [8 * most(4), 8 * most(0)];
}
