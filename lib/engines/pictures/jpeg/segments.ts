import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';

export const isJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

/** The markers (ITU-T T.81, table B.1) that matter here. */
export const Marker = {
  startOfScan: 0xda,
  endOfImage: 0xd9,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

/** A segment from its marker to the next, entropy-coded data included. */
export interface Segment {
  marker: number;
  /** What the segment's length covers, without the length. */
  data: Buffer;
  /** Positions in the file. */
  start: number;
  end: number;
}

/** A picture with many scans has some hundred segments, and one with large metadata some thousand. */
const maxSegments = 20_000;

/**
 * The segments between the start and the end of a JPEG. What follows the end is ignored: cameras append previews.
 *
 * @throws InputFault `damaged-document`, also for a file that ends before the marker for its end; `file-too-large`
 */
export function* segmentsOf(file: Uint8Array): Generator<Segment> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  let at = 2;
  for (let count = 0; count < maxSegments; count += 1) {
    const start = at;
    if (bytes[at] !== 0xff) throw cutOffOr(at, bytes);
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? 0;
    if (marker === Marker.endOfImage) return;
    if (at + 3 > bytes.length) throw cutOff();
    const length = bytes.readUInt16BE(at + 1);
    const dataEnd = at + 1 + length;
    if (length < 2) throw damaged('has an invalid JPEG segment');
    if (dataEnd > bytes.length) throw cutOff();
    const end = marker === Marker.startOfScan ? endOfScan(bytes, dataEnd) : dataEnd;
    yield { marker, data: bytes.subarray(at + 3, dataEnd), start, end };
    at = end;
  }
  throw new InputFault('file-too-large', `has more than ${maxSegments} JPEG segments`);
}

/** The position of the next marker that is not part of the entropy-coded data: no stuffed zero, no restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    const isRestart = code >= 0xd0 && code <= 0xd7;
    if (code !== 0 && code !== 0xff && !isRestart) return at;
  }
  return bytes.length;
}

const cutOff = (): InputFault => damaged('is cut off: the end of the JPEG is missing');

const cutOffOr = (at: number, bytes: Buffer): InputFault =>
  at >= bytes.length ? cutOff() : damaged('has bytes between JPEG segments');
