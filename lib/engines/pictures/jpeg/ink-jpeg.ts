import { isFrame } from './frame.ts';
import { Marker, type Segment, segmentsOf } from './segments.ts';

/** Adobe's marker: version 100, no flags, and brightness, differences and black. */
const adobeSegment = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 2]);

const quantizationTables = 0xdb;

/** What black has in the file: the number of its component, and that of its table. */
const black = { component: 4, table: 2 } as const;

/**
 * Joins two progressive JPEGs of the same size: one of three components and one gray. The result has four components.
 * Each scan of a progressive JPEG codes some coefficients of some components by itself, so that no data change.
 */
export function joinInks(colours: Uint8Array, blacks: Uint8Array): Buffer {
  const first = [...segmentsOf(colours)];
  const second = [...segmentsOf(blacks)];
  const frame = first.find(({ marker }) => isFrame(marker));
  if (!frame) throw new RangeError('the JPEG has no frame');
  const tablesOf = (segments: readonly Segment[]): Segment[] =>
    segments.filter(({ marker }) => marker === quantizationTables);
  const scansOf = (segments: readonly Segment[]): Segment[] =>
    segments.slice(segments.findIndex(({ marker }) => isFrame(marker)) + 1);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    adobeSegment,
    ...tablesOf(first).map((segment) => bytesIn(colours, segment)),
    ...tablesOf(second).map((segment) => changed(bytesIn(blacks, segment), tableAt, black.table)),
    joinedFrame(frame),
    ...scansOf(first).map((segment) => bytesIn(colours, segment)),
    ...scansOf(second).map((segment) =>
      segment.marker === Marker.startOfScan
        ? changed(bytesIn(blacks, segment), scanComponentAt, black.component)
        : bytesIn(blacks, segment),
    ),
    Buffer.of(0xff, Marker.endOfImage),
  ]);
}

/** After the marker and the length: the number of a table of 8 bits, and the component of a scan. */
const [tableAt, scanComponentAt] = [4, 5];

const bytesIn = (file: Uint8Array, { start, end }: Segment): Uint8Array => file.subarray(start, end);

function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
}

/** The frame with a component for black, which has all pixels as the brightness has. */
function joinedFrame({ marker, data }: Segment): Buffer {
  const count = data[5] ?? 0;
  const samplings = Array.from({ length: count }, (_, index) => data[7 + 3 * index] ?? 0x11);
  const most = (shift: number): number => Math.max(...samplings.map((each) => (each >> shift) & 15));
  const sampling = (most(4) << 4) | most(0);
  const length = data.length + 2 + 3;
  const head = Buffer.from([0xff, marker, length >> 8, length & 255]);
  const joined = Buffer.concat([head, data, Buffer.of(black.component, sampling, black.table)]);
  joined[head.length + 5] = count + 1;
  return joined;
}
