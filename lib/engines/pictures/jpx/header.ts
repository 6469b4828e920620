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

/** Boxes of a file. Real files have about ten. */
const maxBoxes = 200;

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
  for (const { type, data } of boxesOf(bytes)) {
    if (type === 'jp2h' && !isPlain(data)) return undefined;
    if (type === 'jp2c') return codestreamHeader(data);
  }
  return undefined;
}

interface Box {
  type: string;
  data: Buffer;
}

/** The boxes up to the first that is not whole. A length of 0 means the rest of the file. */
function* boxesOf(bytes: Buffer): Generator<Box> {
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 8 <= bytes.length; count += 1) {
    const length = bytes.readUInt32BE(at);
    // Lengths of 64 bits begin with a length of 1.
    const head = length === 1 ? 16 : 8;
    if (at + head > bytes.length) return;
    const whole = length === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : length;
    const end = whole === 0 ? bytes.length : at + whole;
    if (end < at + head || end > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + head, end) };
    at = end;
  }
}

/** Whether the samples are the colours. */
function isPlain(header: Buffer): boolean {
  for (const { type, data } of boxesOf(header)) {
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
