import type { Orientation } from './picture.ts';

const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;

/** The orientation in EXIF data (CIPA DC-008, 4.5.2): a TIFF file. 1 if it is absent or the data are malformed. */
export function orientationOf(exif: Uint8Array): Orientation {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  if (exif.length < 8) return 1;
  const isLittle = view.getUint16(0) === 0x4949;
  if (!isLittle && view.getUint16(0) !== 0x4d4d) return 1;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > exif.length) return 1;
  const end = Math.min(exif.length, directory + 2 + view.getUint16(directory, isLittle) * entryBytes);
  for (let at = directory + 2; at + entryBytes <= end; at += entryBytes) {
    const isOrientation =
      view.getUint16(at, isLittle) === orientationTag && view.getUint16(at + 2, isLittle) === shortType;
    if (isOrientation) return valid(view.getUint16(at + 8, isLittle)) ?? 1;
  }
  return 1;
}

const all: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

const valid = (value: number): Orientation | undefined => all.find((orientation) => orientation === value);
