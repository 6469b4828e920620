/** The numbers of the fields that the tests use (TIFF 6.0). */
export const TiffTag = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  offsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  byteCounts: 279,
  densityAcross: 282,
  densityAlong: 283,
  planar: 284,
  group3Options: 292,
  densityUnit: 296,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  jpegTables: 347,
  profile: 34_675,
} as const;

/** The values of a field. Numbers are of 32 bits, or of 16 if `isShort`; `Buffer`s are bytes. */
export type TiffValues = readonly number[] | Buffer;

export interface TiffPicture {
  width: number;
  height: number;
  /** Of all strips or tiles. */
  data: readonly Buffer[];
  /** By `TiffTag`. */
  fields: Readonly<Record<number, TiffValues>>;
}

export interface TiffForm {
  isLittle?: boolean;
  /** Whether offsets have 64 bits. */
  isBig?: boolean;
}

const types = { byte: 1, short: 3, long: 4, rational: 5 } as const;
const rationals: readonly number[] = [TiffTag.densityAcross, TiffTag.densityAlong];
const longs: readonly number[] = [273, 279, 324, 325, 256, 257, 278];

/** A TIFF of these pictures. */
export function tiff(
  pictures: readonly TiffPicture[],
  { isLittle = true, isBig = false }: TiffForm = {},
): Buffer {
  const number = (value: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (isLittle) bytes.writeUIntLE(value, 0, Math.min(6, length));
    else bytes.writeUIntBE(value, Math.max(0, length - 6), Math.min(6, length));
    return bytes;
  };
  const offsetBytes = isBig ? 8 : 4;
  const signature = Buffer.concat([Buffer.from(isLittle ? 'II' : 'MM'), number(isBig ? 43 : 42, 2)]);
  const chunks = [signature, ...(isBig ? [number(8, 2), number(0, 2)] : [])];
  let length = isBig ? 16 : 8;
  const bodies: Buffer[] = [];
  const add = (bytes: Buffer): number => {
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length & 1)]);
    bodies.push(padded);
    length += padded.length;
    return length - padded.length;
  };
  const encoded = (tag: number, values: TiffValues): { type: number; count: number; bytes: Buffer } => {
    if (Buffer.isBuffer(values)) return { type: types.byte, count: values.length, bytes: values };
    if (rationals.includes(tag)) {
      const parts = values.flatMap((value) => [number(Math.round(value * 1000), 4), number(1000, 4)]);
      return { type: types.rational, count: values.length, bytes: Buffer.concat(parts) };
    }
    const [type, size] = longs.includes(tag) ? [types.long, 4] : [types.short, 2];
    return { type, count: values.length, bytes: Buffer.concat(values.map((value) => number(value, size))) };
  };
  const directories = pictures.map(({ width, height, data, fields }) => {
    const offsets = data.map(add);
    const isTiled = TiffTag.tileWidth in fields;
    const all: Record<number, TiffValues> = {
      [TiffTag.width]: [width],
      [TiffTag.height]: [height],
      [isTiled ? TiffTag.tileOffsets : TiffTag.offsets]: offsets,
      [isTiled ? TiffTag.tileByteCounts : TiffTag.byteCounts]: data.map((each) => each.length),
      ...fields,
    };
    return Object.entries(all).map(([key, values]) => {
      const tag = Number(key);
      const { type, count, bytes } = encoded(tag, values);
      const isInside = bytes.length <= offsetBytes;
      const value = isInside
        ? Buffer.concat([bytes, Buffer.alloc(offsetBytes - bytes.length)])
        : number(add(bytes), offsetBytes);
      return Buffer.concat([number(tag, 2), number(type, 2), number(count, offsetBytes), value]);
    });
  });
  const starts: number[] = [];
  let at = length;
  for (const entries of directories) {
    starts.push(at);
    at += (isBig ? 8 : 2) + Buffer.concat(entries).length + offsetBytes;
  }
  chunks.push(number(starts[0] ?? 0, offsetBytes), ...bodies);
  for (const [index, entries] of directories.entries()) {
    chunks.push(
      number(entries.length, isBig ? 8 : 2),
      ...entries,
      number(starts[index + 1] ?? 0, offsetBytes),
    );
  }
  return Buffer.concat(chunks);
}
