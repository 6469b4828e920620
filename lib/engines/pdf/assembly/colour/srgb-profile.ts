import { profileComponents } from '../../../pictures/icc-profile.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFNumber, PDFRawStream } from '../../objects.ts';
import { dictOf } from '../object-builders.ts';

/** Whether a profile says that it is sRGB, in its description or anywhere else. */
export function isSrgb(profile: Uint8Array): boolean {
  const bytes = Buffer.from(profile.buffer, profile.byteOffset, profile.length);
  const wide = Buffer.from('sRGB', 'utf16le').swap16();
  return profileComponents(profile) === 3 && (bytes.includes('sRGB') || bytes.includes(wide));
}

/** An ICC profile of sRGB (IEC 61966-2-1), or of gray with its tone curve, as a stream for a colour space. */
export function srgbProfile(context: PDFContext, components: 1 | 3): PDFRawStream {
  const profile = components === 3 ? colourProfile() : grayProfile();
  const dict = dictOf(context, {
    N: PDFNumber.of(components),
    Alternate: components === 3 ? values.DeviceRGB : values.DeviceGray,
  });
  return PDFRawStream.of(dict, profile);
}

/** Relative to the white of the profile connection space, D50. */
const white = [0.9642, 1, 0.8249];
const primaries = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
};

const colourProfile = (): Buffer => {
  const colours = Object.entries(primaries).map(([name, value]): [string, Buffer] => [name, xyz(value)]);
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, toneCurve()]);
  return profileOf('RGB ', [...colours, ...curves]);
};

const grayProfile = (): Buffer => profileOf('GRAY', [['kTRC', toneCurve()]]);

/** A display profile of version 4 (ICC.1, clauses 7 and 8.3 to 8.4). Equal tags share their data. */
function profileOf(space: string, tags: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const all = [
    ['desc', text('sRGB')] as const,
    ['cprt', text('CC0')] as const,
    ['wtpt', xyz(white)] as const,
    ...tags,
  ];
  const table = Buffer.alloc(4 + 12 * all.length);
  table.writeUInt32BE(all.length);
  const offsets = new Map<string, number>();
  const data: Buffer[] = [];
  let end = 128 + table.length;
  for (const [index, [name, bytes]] of all.entries()) {
    const key = bytes.toString('latin1');
    const offset = offsets.get(key) ?? end;
    if (offset === end) {
      offsets.set(key, offset);
      data.push(bytes);
      end += bytes.length;
    }
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(bytes.length, 12 + 12 * index);
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(end);
  header.writeUInt32BE(0x04200000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  header.writeUInt16BE(2000, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  xyz(white).copy(header, 68, 8);
  return Buffer.concat([header, table, ...data]);
}

/** A text in American English (`multiLocalizedUnicodeType`, ICC.1, 10.15), padded to four bytes. */
function text(value: string): Buffer {
  const head = Buffer.alloc(28);
  head.write('mluc', 'latin1');
  head.writeUInt32BE(1, 8);
  head.writeUInt32BE(12, 12);
  head.write('enUS', 16, 'latin1');
  head.writeUInt32BE(2 * value.length, 20);
  head.writeUInt32BE(28, 24);
  const characters = Buffer.from(value, 'utf16le').swap16();
  return Buffer.concat([head, characters, Buffer.alloc(-characters.length & 3)]);
}

const xyz = (values: readonly number[]): Buffer => numbers('XYZ ', 8, values);

/** The tone curve of sRGB (`parametricCurveType` 3, ICC.1, 10.18). */
function toneCurve(): Buffer {
  const curve = numbers('para', 12, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]);
  curve.writeUInt16BE(3, 8);
  return curve;
}

/** A tag of fixed-point numbers (`s15Fixed16Number`) from `start` on. */
function numbers(type: string, start: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(start + 4 * values.length);
  bytes.write(type, 'latin1');
  for (const [index, value] of values.entries())
    bytes.writeInt32BE(Math.round(value * 65536), start + 4 * index);
  return bytes;
}
