import { damaged } from '../damaged.ts';
import { type Exif, exifOf } from '../exif.ts';
import { type AnimationFrame, frameOf } from './animation-frame.ts';
import { type Chunk, chunksIn, cutOff, sizeOf } from './chunks.ts';

/** What the container of a WebP (RFC 9649) says. */
export interface Container {
  width: number;
  height: number;
  exif: Exif;
  profile?: Uint8Array | undefined;
  /** The first picture of an animation. */
  frame?: AnimationFrame | undefined;
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
 * @throws InputFault `damaged-document`, also for a file that is cut off
 */
export function containerOf(file: Uint8Array): Container {
  const container: Pick<Container, 'exif' | 'profile' | 'frame'> = { exif: { orientation: 1 } };
  let canvas: Size | undefined;
  let still: Size | undefined;
  for (const chunk of chunksOf(bufferOf(file))) {
    const { type, data } = chunk;
    if (type === 'ANMF') container.frame ??= frameOf(data);
    else if (type === 'VP8X') canvas ??= canvasOf(data);
    else if (type === 'ICCP') container.profile ??= data;
    else if (type === 'EXIF') container.exif = exifOf(exifIn(data));
    else if (type === 'VP8 ' || type === 'VP8L') {
      if (still) throw damaged('is a WebP with two images');
      still = sizeOf(chunk);
    }
  }
  const { frame } = container;
  if (frame && canvas && !still) return { ...container, ...canvas };
  if (!still || frame) throw damaged('is a WebP without an image');
  if (canvas && (canvas.width !== still.width || canvas.height !== still.height)) {
    throw damaged('is a WebP whose image size does not match its canvas');
  }
  return { ...container, ...still };
}

/** The chunks of the RIFF file. What follows it is ignored. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  if (bytes.length < 12) throw cutOff();
  const fileEnd = bytes.readUInt32LE(4) + 8;
  if (fileEnd > bytes.length) throw cutOff();
  yield* chunksIn(bytes.subarray(0, fileEnd), 12);
}

function canvasOf(data: Buffer): Size {
  if (data.length < 10) throw damaged('has an invalid WebP header');
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

const exifHeader = 'Exif\0\0';

/** Some programs write the header that EXIF has in a JPEG. */
const exifIn = (data: Buffer): Buffer =>
  data.toString('latin1', 0, exifHeader.length) === exifHeader ? data.subarray(exifHeader.length) : data;
