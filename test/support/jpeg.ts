import { createCanvas } from '@napi-rs/canvas';

/** A JPEG without metadata whose upper half is red and lower half blue. */
export function twoColourJpeg(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width, height / 2);
  context.fillStyle = '#0000ff';
  context.fillRect(0, height / 2, width, height);
  const jpeg = canvas.toBuffer('image/jpeg', 95);
  // The canvas adds a profile, after the segment of JFIF.
  const profile = jpeg.indexOf(Buffer.from([0xff, 0xe2]));
  const end = profile + 2 + jpeg.readUInt16BE(profile + 2);
  return Buffer.concat([jpeg.subarray(0, profile), jpeg.subarray(end)]);
}

/** A segment of a JPEG (ITU-T T.81, B.1.1.4). */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The JPEG with segments after its start. */
export const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** EXIF data of one entry, the orientation. */
export function exifOf(orientation: number, isLittle = true): Buffer {
  const exif = Buffer.from('49492a00080000000100120103000100000000000000', 'hex');
  if (!isLittle) Buffer.from('4d4d002a0000000800010112000300000001', 'hex').copy(exif);
  if (isLittle) exif.writeUInt16LE(orientation, 18);
  else exif.writeUInt16BE(orientation, 18);
  return Buffer.concat([exif, Buffer.alloc(4)]);
}
