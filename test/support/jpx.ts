import { createRequire } from 'node:module';

interface Encoder {
  getDecodedBuffer(picture: object): Uint8Array;
  setQuality(isLossless: boolean, quality: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

type OpenJpeg = (options: object) => Promise<{ J2KEncoder: new () => Encoder }>;

/** The program of the package that also encodes. It is no ES module. */
const openJpeg = createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/wasmjs') as OpenJpeg;

/** A JPEG 2000 codestream of one or three components without loss. */
export async function jpxOf(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const quiet = (): void => undefined;
  const { J2KEncoder } = await openJpeg({ print: quiet, printErr: quiet });
  const encoder = new J2KEncoder();
  const componentCount = pixels.length / width / height;
  const picture = { width, height, componentCount, bitsPerSample: 8, isSigned: false };
  encoder.getDecodedBuffer({ ...picture, isUsingColorTransform: componentCount === 3 }).set(pixels);
  encoder.setQuality(true, 0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
}

/** A box of a JP2 file (ISO/IEC 15444-1, annex I). */
export function jpxBox(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

/** The box that describes the picture of a codestream: height, width, components, 8 bits, JPEG 2000. */
function imageHeader(codestream: Buffer): Buffer {
  const data = Buffer.alloc(14);
  if (codestream.length >= 42) {
    codestream.copy(data, 0, 12, 16);
    codestream.copy(data, 4, 8, 12);
    codestream.copy(data, 8, 40, 42);
  }
  data.set([7, 7, 0, 0], 10);
  return jpxBox('ihdr', data);
}

/** A JP2 file. @param colours the value of its enumerated colour space */
export function jp2Of(codestream: Buffer, colours: number, more: Buffer = Buffer.alloc(0)): Buffer {
  const colourBox = jpxBox('colr', Buffer.from([1, 0, 0, 0, 0, 0, colours]));
  return Buffer.concat([
    Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    jpxBox('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ')),
    jpxBox('jp2h', Buffer.concat([imageHeader(codestream), colourBox, more])),
    jpxBox('jp2c', codestream),
  ]);
}
