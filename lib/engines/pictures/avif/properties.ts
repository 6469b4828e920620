import { damaged } from '../damaged.ts';
import type { Orientation } from '../picture.ts';
import { type Box, boxesIn, boxOf } from '../base-media-boxes.ts';
import { bufferOf, versionBytes } from './brands.ts';

/** What a file says of its main picture (ISO/IEC 23008-12, 6.5). */
export interface AvifProperties {
  width: number;
  height: number;
  orientation: Orientation;
  /** The most bits of a sample. */
  bits: number;
  profile: Uint8Array | undefined;
}

/** @throws InputFault `damaged-document` */
export function propertiesOf(file: Uint8Array): AvifProperties {
  const meta = boxOf(bufferOf(file), 'meta')?.subarray(versionBytes);
  const item = meta && mainItem(meta);
  const list = meta && boxOf(meta, 'iprp');
  const container = list && boxOf(list, 'ipco');
  if (item === undefined || !list || !container) throw damaged('is an AVIF without an image');
  const all = [...boxesIn(container)];
  const own = propertyNumbers(list, item).flatMap((number) => all[number - 1] ?? []);
  const size = find(own, 'ispe', versionBytes + 8);
  if (!size) throw damaged('is an AVIF without an image');
  return {
    width: size.readUInt32BE(versionBytes),
    height: size.readUInt32BE(versionBytes + 4),
    orientation: orientationOf(find(own, 'irot', 1)?.[0], find(own, 'imir', 1)?.[0]),
    bits: Math.max(8, ...(find(own, 'pixi', versionBytes + 1)?.subarray(versionBytes + 1) ?? [])),
    profile: profileIn(own),
  };
}

/** The data of the first property of a type, if they are long enough. */
function find(properties: readonly Box[], type: string, length: number): Buffer | undefined {
  const data = properties.find((property) => property.type === type)?.data;
  return data && data.length >= length ? data : undefined;
}

/** The number of the main picture, of 16 or 32 bits. */
function mainItem(meta: Buffer): number | undefined {
  const data = boxOf(meta, 'pitm');
  if (!data || data.length < versionBytes + 2) return undefined;
  return data[0] === 0
    ? data.readUInt16BE(versionBytes)
    : data.length >= 8
      ? data.readUInt32BE(versionBytes)
      : undefined;
}

/** The numbers of a picture's properties, from 1: in each entry the picture, how many there are, and their numbers. */
function propertyNumbers(list: Buffer, item: number): number[] {
  const data = boxOf(list, 'ipma') ?? Buffer.alloc(0);
  if (data.length < versionBytes + 4) return [];
  const itemBytes = data[0] === 0 ? 2 : 4;
  const isLong = ((data[3] ?? 0) & 1) === 1;
  const numberBytes = isLong ? 2 : 1;
  for (let at = versionBytes + 4; at + itemBytes + 1 <= data.length;) {
    const found = data.readUIntBE(at, itemBytes);
    const count = data[at + itemBytes] ?? 0;
    const first = at + itemBytes + 1;
    at = first + count * numberBytes;
    if (at > data.length) return [];
    if (found !== item) continue;
    // The highest bit says that readers must know the property.
    const mask = isLong ? 0x7fff : 0x7f;
    return Array.from(
      { length: count },
      (_, index) => data.readUIntBE(first + index * numberBytes, numberBytes) & mask,
    );
  }
  return [];
}

/** The orientations by quarter turns to the left, without mirroring, with top and bottom exchanged, and with left and right. */
const orientations: readonly (readonly [
  none: Orientation,
  upsideDown: Orientation,
  sideways: Orientation,
])[] = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

/** The picture is turned first, and then mirrored (ISO/IEC 23008-12, 6.5.10 and 6.5.12). */
function orientationOf(turns: number | undefined, mirror: number | undefined): Orientation {
  const turned = orientations[(turns ?? 0) & 3];
  return turned?.[mirror === undefined ? 0 : 1 + (mirror & 1)] ?? 1;
}

/** A description of colours can be a profile, after its type. */
const profileIn = (properties: readonly Box[]): Uint8Array | undefined =>
  properties
    .find(({ type, data }) => type === 'colr' && ['prof', 'rICC'].includes(data.toString('latin1', 0, 4)))
    ?.data.subarray(4);
