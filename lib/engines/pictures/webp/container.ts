import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';
import { orientationOf } from '../exif.ts';
import type { Orientation } from '../picture.ts';

/** What the container of a WebP (RFC 9649) says. */
export interface Container {
  width: number;
  height: number;
  orientation: Orientation;
  profile?: Uint8Array | undefined;
}

interface Size {
  width: number;
  height: number;
}

const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.length);

export function isWebp(file: Uint8Array): boolean {
  const bytes = bufferOf(file);
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP';
}

/**
 * Reads the container. The decoder takes memory by the size of the frame, so the frame must have the size that is stated
 * before it.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` for an animation
 */
export function containerOf(file: Uint8Array): Container {
  const container: Partial<Container> & { orientation: Orientation } = { orientation: 1 };
  let canvas: Size | undefined;
  let frame: Size | undefined;
  for (const { type, data } of chunksOf(bufferOf(file))) {
    if (type === 'ANIM' || type === 'ANMF') throw new InputFault('invalid-file-type', 'is an animated WebP');
    if (type === 'VP8X') canvas ??= canvasOf(data);
    else if (type === 'ICCP') container.profile ??= data;
    else if (type === 'EXIF') container.orientation = orientationOf(exifIn(data));
    else if (type === 'VP8 ' || type === 'VP8L') {
      if (frame) throw damaged('is a WebP with two pictures');
      frame = type === 'VP8L' ? losslessSize(data) : lossySize(data);
    }
  }
  if (!frame) throw damaged('is a WebP without a picture');
  if (canvas && (canvas.width !== frame.width || canvas.height !== frame.height)) {
    throw damaged('is a WebP whose picture does not have the size of its canvas');
  }
  return { ...container, ...frame };
}

/** The chunks of the RIFF file. What follows it is ignored. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  if (bytes.length < 12) throw cutOff();
  const fileEnd = bytes.readUInt32LE(4) + 8;
  if (fileEnd > bytes.length) throw cutOff();
  for (let at = 12; at + 8 <= fileEnd;) {
    const start = at + 8;
    const end = start + bytes.readUInt32LE(at + 4);
    if (end > fileEnd) throw cutOff();
    yield { type: textAt(bytes, at), data: bytes.subarray(start, end) };
    // Chunks have an even length.
    at = end + ((end - start) & 1);
  }
}

const cutOff = (): InputFault => damaged('is cut off: the end of the WebP is missing');

function canvasOf(data: Buffer): Size {
  if (data.length < 10) throw damaged('has an invalid WebP header');
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

/** The frame header of VP8 (RFC 6386, 9.1): after the tag a start code and the dimensions, of 14 bits each. */
function lossySize(data: Buffer): Size {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw damaged('has an invalid VP8 frame');
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** The header of VP8L (RFC 9649, 3.4): a signature, and the dimensions less one, of 14 bits each. */
function losslessSize(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw damaged('has an invalid VP8L picture');
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const exifHeader = 'Exif\0\0';

/** Some programs write the header that EXIF has in a JPEG. */
const exifIn = (data: Buffer): Buffer =>
  data.toString('latin1', 0, exifHeader.length) === exifHeader ? data.subarray(exifHeader.length) : data;
