import { boxesIn } from '../base-media-boxes.ts';

/** What the headers of JPEG 2000 data say about the picture. */
export interface JpxHeader {
  width: number;
  height: number;
  /** Each with 8 bits and a sample for each pixel. */
  components: number;
}

const signature = Buffer.from('0000000c6a5020200d0a870a', 'hex');

/** The markers of a codestream that begin it: SOC and SIZ. */
const codestreamStart = 0xff4f_ff51;

/** Tiles of a picture. Each takes memory, however small it is. */
const maxTiles = 4096;

/** Colours in brightness and differences, which the decoder would not convert (ISO/IEC 15444-1, I.5.3.3). */
const luminanceColours = 18;

/**
 * Reads the headers of a JP2 file or a codestream (ISO/IEC 15444-1, annexes I and A).
 *
 * @returns undefined for damaged data and for kinds that are rare: palettes, colours in brightness and differences,
 *   components of other depths or sizes
 */
export function jpxHeaderOf(file: Uint8Array): JpxHeader | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!bytes.subarray(0, signature.length).equals(signature)) return codestreamHeader(bytes);
  for (const { type, data } of boxesIn(bytes)) {
    if (type === 'jp2h' && !isPlain(data)) return undefined;
    if (type === 'jp2c') return codestreamHeader(data);
  }
  return undefined;
}

/** Whether the samples are the colours. */
function isPlain(header: Buffer): boolean {
  for (const { type, data } of boxesIn(header)) {
    if (type === 'pclr' || type === 'cmap') return false;
    if (type === 'colr' && data[0] === 1 && data.length >= 7 && data.readUInt32BE(3) === luminanceColours)
      return false;
  }
  return true;
}

/** The SIZ segment (annex A.5.1). */
function codestreamHeader(bytes: Buffer): JpxHeader | undefined {
  if (bytes.length < 42 || bytes.readUInt32BE(0) !== codestreamStart) return undefined;
  const at = (index: number): number => bytes.readUInt32BE(8 + 4 * index);
  const [right, bottom, left, top] = [at(0), at(1), at(2), at(3)];
  const [tileWidth, tileHeight, tileLeft, tileTop] = [at(4), at(5), at(6), at(7)];
  const components = bytes.readUInt16BE(40);
  if (right <= left || bottom <= top || tileWidth === 0 || tileHeight === 0) return undefined;
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  if (tiles > maxTiles || components === 0 || bytes.length < 42 + 3 * components) return undefined;
  for (let index = 42; index < 42 + 3 * components; index += 3) {
    // Unsigned samples of 8 bits, and no gaps between them.
    if (bytes[index] !== 7 || bytes[index + 1] !== 1 || bytes[index + 2] !== 1) return undefined;
  }
  return { width: right - left, height: bottom - top, components };
}
