/*
 * Parts of an ICC profile of version 2 (ICC.1:1998-09), the last one that all parts of ISO 19005 allow.
 */

export interface ProfileHeader {
  /** `mntr` for displays, `scnr` for input devices. */
  deviceClass: 'mntr' | 'scnr';
  colourSpace: 'RGB ' | 'GRAY' | 'CMYK';
  connectionSpace: 'XYZ ' | 'Lab ';
}

/** Relative to the white of the profile connection space, D50. */
const white: readonly [number, number, number] = [0.9642, 1, 0.8249];

/** A profile with the tags that each has, and others. */
export function profileOf(
  { deviceClass, colourSpace, connectionSpace }: ProfileHeader,
  description: string,
  tags: readonly (readonly [name: string, data: Buffer])[],
): Buffer {
  const all = [
    ['desc', descriptionTag(description)] as const,
    ['cprt', textTag('CC0')] as const,
    ['wtpt', xyzTag(white)] as const,
    ...tags,
  ];
  const table = Buffer.alloc(4 + 12 * all.length);
  table.writeUInt32BE(all.length);
  const known = new Map<Buffer, number>();
  const data: Buffer[] = [];
  let end = 128 + table.length;
  for (const [index, [name, bytes]] of all.entries()) {
    const offset = known.get(bytes) ?? end;
    if (offset === end) {
      known.set(bytes, offset);
      const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
      data.push(padded);
      end += padded.length;
    }
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(bytes.length, 12 + 12 * index);
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(end);
  header.writeUInt32BE(0x02200000, 8);
  header.write(`${deviceClass}${colourSpace}${connectionSpace}`, 12, 'latin1');
  header.writeUInt16BE(2000, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  xyzTag(white).copy(header, 68, 8);
  return Buffer.concat([header, table, ...data]);
}

/** `textDescriptionType` (6.5.16), in ASCII only. */
function descriptionTag(text: string): Buffer {
  const tag = Buffer.alloc(12 + text.length + 1 + 8 + 3 + 67);
  tag.write('desc', 'latin1');
  tag.writeUInt32BE(text.length + 1, 8);
  tag.write(text, 12, 'latin1');
  return tag;
}

/** `textType` (6.5.17). */
const textTag = (text: string): Buffer => Buffer.from(`text\0\0\0\0${text}\0`, 'latin1');

/** `XYZType` (6.5.20). */
export function xyzTag(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(8 + 4 * values.length);
  tag.write('XYZ ', 'latin1');
  for (const [index, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65536), 8 + 4 * index);
  return tag;
}

/** `curveType` (6.5.3) with equidistant values from 0 to 1. */
export function curveTag(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(12 + 2 * values.length);
  tag.write('curv', 'latin1');
  tag.writeUInt32BE(values.length, 8);
  for (const [index, value] of values.entries()) tag.writeUInt16BE(Math.round(value * 65535), 12 + 2 * index);
  return tag;
}

/**
 * `lut8Type` (6.5.9) without curves: a grid of colours of the connection space.
 *
 * @param grid bytes of three channels; the last component varies fastest
 */
export function lutTag(components: number, gridPoints: number, grid: Buffer): Buffer {
  const head = Buffer.alloc(48);
  head.write('mft1', 'latin1');
  head.set([components, 3, gridPoints], 8);
  for (const index of [0, 4, 8]) head.writeInt32BE(65536, 12 + 4 * index);
  const identity = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  return Buffer.concat([
    head,
    ...Array<Buffer>(components).fill(identity),
    grid,
    identity,
    identity,
    identity,
  ]);
}
