import { damaged } from '../damaged.ts';

const signatures = ['GIF87a', 'GIF89a'];

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.length);

export const isGif = (file: Uint8Array): boolean =>
  signatures.includes(bufferOf(file).toString('latin1', 0, 6));

/** What a GIF says of its first picture, and whether others follow. */
export interface GifParts {
  /** The canvas. */
  width: number;
  height: number;
  frame: GifFrame;
  isAnimated: boolean;
}

export interface GifFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  isInterlaced: boolean;
  palette: Uint8Array;
  /** The index of the colour that is transparent. */
  transparent: number | undefined;
  symbolBits: number;
  /** The codes. */
  data: Buffer;
}

const Block = { extension: 0x21, picture: 0x2c } as const;
const graphicControl = 0xf9;

/**
 * Reads the blocks of a GIF (GIF89a specification, 17 to 27). After the first picture, what is damaged is ignored.
 *
 * @throws InputFault `damaged-document`
 */
export function gifParts(file: Uint8Array): GifParts {
  const reader = new BlockReader(bufferOf(file));
  reader.bytes(6);
  const screen = reader.bytes(7);
  const common = reader.palette(screen.readUInt8(4));
  let transparent: number | undefined;
  let frame: GifFrame | undefined;
  for (let block = reader.next(); block !== undefined; block = reader.next()) {
    if (block === Block.extension) {
      const label = reader.next();
      const [first] = reader.subBlocks(1);
      if (label === graphicControl && first && first.length >= 4) transparent = transparentIn(first);
    } else if (block === Block.picture && !frame) {
      frame = reader.frame(common, transparent);
    } else break;
    if (frame && reader.isAt(Block.picture)) {
      return { ...canvasOf(screen, frame), frame, isAnimated: true };
    }
  }
  if (!frame) throw damaged('is a GIF without an image');
  return { ...canvasOf(screen, frame), frame, isAnimated: false };
}

const transparentIn = (control: Buffer): number | undefined =>
  (control.readUInt8(0) & 1) === 1 ? control.readUInt8(3) : undefined;

/** Some programs write a canvas that is smaller than the picture. */
const canvasOf = (screen: Buffer, frame: GifFrame): { width: number; height: number } => ({
  width: Math.max(screen.readUInt16LE(0), frame.left + frame.width),
  height: Math.max(screen.readUInt16LE(2), frame.top + frame.height),
});

class BlockReader {
  readonly #file: Buffer;
  #at = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** The next byte; undefined at the end. */
  next(): number | undefined {
    const byte = this.#file[this.#at];
    this.#at += 1;
    return byte;
  }

  isAt(byte: number): boolean {
    return this.#file[this.#at] === byte;
  }

  bytes(count: number): Buffer {
    const bytes = this.#file.subarray(this.#at, this.#at + count);
    if (bytes.length < count) throw damaged('is cut off: the end of the GIF is missing');
    this.#at += count;
    return bytes;
  }

  /** The palette that flags announce. */
  palette(flags: number): Uint8Array | undefined {
    return (flags & 0x80) === 0 ? undefined : this.bytes(3 << ((flags & 7) + 1));
  }

  /** Blocks of data up to an empty one. Returns the first few. */
  subBlocks(most: number): Buffer[] {
    const blocks: Buffer[] = [];
    for (let length = this.next() ?? 0; length > 0; length = this.next() ?? 0) {
      const block = this.#file.subarray(this.#at, this.#at + length);
      if (blocks.length < most) blocks.push(block);
      this.#at += length;
    }
    return blocks;
  }

  frame(common: Uint8Array | undefined, transparent: number | undefined): GifFrame {
    const descriptor = this.bytes(9);
    const at = (index: number): number => descriptor.readUInt16LE(2 * index);
    const flags = descriptor.readUInt8(8);
    const palette = this.palette(flags) ?? common;
    if (!palette) throw damaged('has no palette');
    const symbolBits = this.bytes(1).readUInt8(0);
    if (symbolBits < 1 || symbolBits > 8) throw damaged('has GIF data that cannot be read');
    return {
      ...{ left: at(0), top: at(1), width: at(2), height: at(3) },
      isInterlaced: (flags & 0x40) !== 0,
      ...{ palette, transparent, symbolBits },
      data: Buffer.concat(this.subBlocks(Infinity)),
    };
  }
}
