import { centimetresPerInch, type Density, densityOf, type Orientation } from './picture.ts';

const Tag = { orientation: 0x0112, across: 0x011a, along: 0x011b, unit: 0x0128 } as const;
const Type = { short: 3, rational: 5 } as const;
const entryBytes = 12;

/** The unit of densities, if it is not the inch. */
const centimetres = 3;

/** What EXIF data say of a picture. */
export interface Exif {
  orientation: Orientation;
  density?: Density | undefined;
}

/**
 * The orientation and the density in EXIF data (CIPA DC-008, 4.5.2): a TIFF file. What is absent or malformed is 1 and
 * undefined.
 */
export function exifOf(exif: Uint8Array): Exif {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  if (exif.length < 8) return { orientation: 1 };
  const isLittle = view.getUint16(0) === 0x4949;
  if (!isLittle && view.getUint16(0) !== 0x4d4d) return { orientation: 1 };
  const values = new Map<number, number>();
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > exif.length) return { orientation: 1 };
  const end = Math.min(exif.length, directory + 2 + view.getUint16(directory, isLittle) * entryBytes);
  for (let at = directory + 2; at + entryBytes <= end; at += entryBytes) {
    const tag = view.getUint16(at, isLittle);
    const value = valueAt(view, at, isLittle);
    if (value !== undefined && !values.has(tag)) values.set(tag, value);
  }
  const perInch = values.get(Tag.unit) === centimetres ? centimetresPerInch : 1;
  return {
    orientation: orientationOf(values.get(Tag.orientation)),
    density: densityOf((values.get(Tag.across) ?? 0) * perInch, (values.get(Tag.along) ?? 0) * perInch),
  };
}

/** The value of an entry with one number. */
function valueAt(view: DataView, entry: number, isLittle: boolean): number | undefined {
  const type = view.getUint16(entry + 2, isLittle);
  if (type === Type.short) return view.getUint16(entry + 8, isLittle);
  const at = view.getUint32(entry + 8, isLittle);
  if (type !== Type.rational || at + 8 > view.byteLength) return undefined;
  return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
}

const all: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The orientation with that number; 1 for others. */
export const orientationOf = (value: number | undefined): Orientation =>
  all.find((orientation) => orientation === value) ?? 1;
