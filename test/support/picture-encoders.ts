/** Encoders for tests, as simple as their formats allow. */

/** Bytes as PackBits (TIFF 6.0, section 9): runs where there are any. */
export function packBits(bytes: Uint8Array): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    let run = 1;
    while (run < 128 && bytes[at + run] === byte) run += 1;
    // The code 128 does nothing.
    if (run > 1) out.push(257 - run, byte, 128);
    else out.push(0, byte);
    at += run;
  }
  return Buffer.from(out);
}

/** A text of bits from the last to the first. */
export const reversed = (bits: string): string => Array.from(bits).reverse().join('');

export interface LzwForm {
  symbolBits: number;
  /** Whether codes begin with the lowest bit. */
  isReversed: boolean;
  /** 1 if codes grow one entry early. */
  early: 0 | 1;
}

/** Bytes as LZW with a real table, so that codes grow to 12 bits. */
export function lzw(bytes: Uint8Array, { symbolBits, isReversed, early }: LzwForm): Buffer {
  const [clear, end] = [1 << symbolBits, (1 << symbolBits) + 1];
  const bits: string[] = [];
  let table = new Map<string, number>();
  let [next, width] = [end + 1, symbolBits + 1];
  const write = (code: number): void => {
    const text = code.toString(2).padStart(width, '0');
    bits.push(isReversed ? reversed(text) : text);
  };
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? 0));
  write(clear);
  let current = '';
  for (const byte of bytes) {
    const longer = current + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      current = longer;
      continue;
    }
    write(codeOf(current));
    table.set(longer, next);
    next += 1;
    // The decoder is one entry behind.
    if (next - 1 + early >= 1 << width && width < 12) width += 1;
    if (next >= 4094) {
      write(clear);
      table = new Map();
      [next, width] = [end + 1, symbolBits + 1];
    }
    current = String.fromCharCode(byte);
  }
  if (current !== '') write(codeOf(current));
  next += 1;
  if (next - 1 + early >= 1 << width && width < 12) width += 1;
  write(end);
  const text = bits.join('');
  return Buffer.from(
    Array.from({ length: Math.ceil(text.length / 8) }, (_, index) => {
      const byte = text.slice(8 * index, 8 * index + 8).padEnd(8, '0');
      return Number.parseInt(isReversed ? reversed(byte) : byte, 2);
    }),
  );
}

export interface GifPicture {
  left?: number;
  top?: number;
  width: number;
  height: number;
  /** An index for each pixel. */
  indices: Uint8Array;
  isInterlaced?: boolean;
  transparent?: number;
  /** In place of the common palette. */
  palette?: Buffer;
}

const short = (value: number): Buffer => Buffer.of(value & 255, value >> 8);

/** The flags of a palette: that there is one, and of how many colours. */
const paletteFlags = (palette: Buffer): number => 0x80 | (Math.log2(palette.length / 3) - 1);

/** A GIF with a palette of 2, 4, 8 … colours. */
export function gif(
  canvas: { width: number; height: number; palette?: Buffer },
  ...pictures: readonly GifPicture[]
): Buffer {
  const { width, height, palette } = canvas;
  const flags = palette ? paletteFlags(palette) : 0;
  const head = [
    Buffer.from('GIF89a'),
    short(width),
    short(height),
    Buffer.of(flags, 0, 0),
    palette ?? Buffer.alloc(0),
  ];
  return Buffer.concat([...head, ...pictures.map(gifPicture), Buffer.of(0x3b)]);
}

function gifPicture(picture: GifPicture): Buffer {
  const { left = 0, top = 0, width, height, indices, isInterlaced, transparent, palette } = picture;
  const control = [0x21, 0xf9, 4, transparent === undefined ? 0 : 1, 0, 0, transparent ?? 0, 0];
  const flags = (isInterlaced ? 0x40 : 0) | (palette ? paletteFlags(palette) : 0);
  const data = lzw(isInterlaced ? passesOf(indices, width, height) : indices, {
    symbolBits: 8,
    isReversed: true,
    early: 0,
  });
  const blocks = Array.from({ length: Math.ceil(data.length / 255) }, (_, index) => {
    const block = data.subarray(255 * index, 255 * index + 255);
    return Buffer.concat([Buffer.of(block.length), block]);
  });
  return Buffer.concat([
    Buffer.from([...control, 0x2c]),
    ...[left, top, width, height].map(short),
    Buffer.of(flags),
    palette ?? Buffer.alloc(0),
    Buffer.of(8),
    ...blocks,
    Buffer.of(0),
  ]);
}

function passesOf(indices: Uint8Array, width: number, height: number): Buffer {
  const rows = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ].flatMap(([first = 0, step = 1]) =>
    Array.from(
      { length: Math.max(0, Math.ceil((height - first) / step)) },
      (_, index) => first + index * step,
    ),
  );
  return Buffer.concat(rows.map((row) => indices.subarray(row * width, (row + 1) * width)));
}

export interface BmpOptions {
  width: number;
  /** Negative if the first row is on top. */
  height: number;
  bits: number;
  coding?: number;
  masks?: readonly number[];
  /** Blue, green, red and a byte that does not count, for each colour. */
  palette?: Buffer;
  pixelsPerMetre?: number;
  /** The length of the header: 12, 40, 108 or 124. */
  headerBytes?: number;
  profile?: Buffer;
}

/** A BMP with these data: rows whose lengths are multiples of 4, or runs. */
export function bmp(options: BmpOptions, data: Buffer): Buffer {
  const {
    width,
    height,
    bits,
    coding = 0,
    masks = [],
    palette = Buffer.alloc(0),
    headerBytes = 40,
  } = options;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(headerBytes, 0);
  if (headerBytes === 12) {
    for (const [index, value] of [width, height, 1, bits].entries())
      header.writeUInt16LE(value, 4 + 2 * index);
  } else {
    header.writeInt32LE(width, 4);
    header.writeInt32LE(height, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(bits, 14);
    header.writeUInt32LE(coding, 16);
    header.writeInt32LE(options.pixelsPerMetre ?? 0, 24);
    header.writeInt32LE(options.pixelsPerMetre ?? 0, 28);
    if (headerBytes > 12) header.writeUInt32LE(palette.length / 4, 32);
  }
  const maskBytes = Buffer.alloc(4 * masks.length);
  for (const [index, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, 4 * index);
  if (headerBytes > 40) maskBytes.copy(header, 40);
  const rest = Buffer.concat([headerBytes > 40 ? Buffer.alloc(0) : maskBytes, palette]);
  const start = 14 + headerBytes + rest.length;
  const { profile } = options;
  if (profile) {
    header.write('DEBM', 56, 'latin1');
    header.writeUInt32LE(start - 14 + data.length, 112);
    header.writeUInt32LE(profile.length, 116);
  }
  const file = Buffer.alloc(14);
  file.write('BM');
  file.writeUInt32LE(start, 10);
  return Buffer.concat([file, header, rest, data, profile ?? Buffer.alloc(0)]);
}
