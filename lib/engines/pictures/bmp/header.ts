import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';
import { type Density, densityOf, perInchOf } from '../picture.ts';

/** The codings of pixels that are read. */
export const Coding = { plain: 0, runs8: 1, runs4: 2, masks: 3, masksWithOpacity: 6 } as const;

/** What the headers of a BMP say. */
export interface BmpHeader {
  width: number;
  height: number;
  /** Whether the first row is the top one. */
  isTopDown: boolean;
  pixelBits: 1 | 4 | 8 | 16 | 24 | 32;
  coding: number;
  /** The bits of red, green, blue and opacity in a pixel. */
  masks: readonly [red: number, green: number, blue: number, opacity: number];
  /** Red, green and blue of each colour; empty where pixels are colours. */
  palette: Uint8Array;
  density: Density | undefined;
  profile: Uint8Array | undefined;
  /** Where the pixels begin. */
  start: number;
}

const fileHeaderBytes = 14;

/** The lengths of the headers of OS/2 and Windows. */
const coreBytes = 12;
const headerLengths = new Set([coreBytes, 16, 40, 52, 56, 64, 108, 124]);
const profileHeaderBytes = 124;

/** The type of colour space of a profile that is in the file. */
const embedded = 'DEBM';

const pixelSizes = [1, 4, 8, 16, 24, 32] as const;

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.length);

/** Two letters are little to recognize a kind by, so that the next header must be one too. */
export function isBmp(file: Uint8Array): boolean {
  const bytes = bufferOf(file);
  return (
    bytes.toString('latin1', 0, 2) === 'BM' &&
    bytes.length >= fileHeaderBytes + coreBytes &&
    headerLengths.has(bytes.readUInt32LE(fileHeaderBytes))
  );
}

/** @throws InputFault `damaged-document`, or `invalid-file-type` for codings that few programs write */
export function bmpHeader(file: Uint8Array): BmpHeader {
  const bytes = bufferOf(file);
  const length = bytes.readUInt32LE(fileHeaderBytes);
  if (bytes.length < fileHeaderBytes + length) throw damaged('is cut off: the end of the BMP is missing');
  const header = bytes.subarray(fileHeaderBytes, fileHeaderBytes + length);
  const isCore = length === coreBytes;
  const height = isCore ? header.readUInt16LE(6) : header.readInt32LE(8);
  const width = isCore ? header.readUInt16LE(4) : header.readInt32LE(4);
  const bits = header.readUInt16LE(isCore ? 10 : 14);
  const pixelBits = pixelSizes.find((size) => size === bits);
  const coding = length >= 40 ? header.readUInt32LE(16) : Coding.plain;
  if (width < 0 || !pixelBits) throw damaged('has an invalid BMP header');
  requireCoding(coding, pixelBits, length);
  const masks = masksOf(bytes, { coding, pixelBits, length });
  const paletteStart = fileHeaderBytes + length + masks.bytesAfterHeader;
  const start = Math.max(bytes.readUInt32LE(10), paletteStart);
  const used = length >= 40 ? header.readUInt32LE(32) : 0;
  return {
    ...{ width, height: Math.abs(height), isTopDown: height < 0, pixelBits, coding, start },
    masks: masks.masks,
    palette:
      pixelBits > 8
        ? new Uint8Array()
        : paletteOf(bytes.subarray(paletteStart, start), pixelBits, used, isCore),
    density: length >= 40 ? perInch(header.readInt32LE(24), header.readInt32LE(28)) : undefined,
    profile: length >= profileHeaderBytes ? profileIn(bytes, header) : undefined,
  };
}

const perInch = (across: number, along: number): Density | undefined =>
  densityOf(perInchOf(across), perInchOf(along));

const codings = new Map<number, readonly number[]>([
  [Coding.plain, pixelSizes],
  [Coding.runs8, [8]],
  [Coding.runs4, [4]],
  [Coding.masks, [16, 32]],
  [Coding.masksWithOpacity, [16, 32]],
]);

/** In headers of OS/2 the numbers mean others. */
function requireCoding(coding: number, pixelBits: number, length: number): void {
  const isKnown = codings.get(coding)?.includes(pixelBits) ?? false;
  if (isKnown && !(length === 64 && coding > Coding.runs4)) return;
  throw new InputFault('invalid-file-type', 'is a BMP with an unsupported pixel format');
}

interface MaskPlace {
  coding: number;
  pixelBits: number;
  length: number;
}

/** Masks are in the longer headers, and after the shorter ones. */
function masksOf(
  bytes: Buffer,
  { coding, pixelBits, length }: MaskPlace,
): { masks: BmpHeader['masks']; bytesAfterHeader: number } {
  if (coding !== Coding.masks && coding !== Coding.masksWithOpacity) {
    const masks =
      pixelBits === 16 ? ([0x7c00, 0x03e0, 0x001f, 0] as const) : ([0xff0000, 0xff00, 0xff, 0] as const);
    return { masks, bytesAfterHeader: 0 };
  }
  const hasOpacity = length >= 56 || coding === Coding.masksWithOpacity;
  const bytesAfterHeader = length > 40 ? 0 : hasOpacity ? 16 : 12;
  const start = fileHeaderBytes + 40;
  if (bytes.length < start + (hasOpacity ? 16 : 12)) throw damaged('has an invalid BMP header');
  const at = (index: number): number => bytes.readUInt32LE(start + 4 * index);
  return { masks: [at(0), at(1), at(2), hasOpacity ? at(3) : 0], bytesAfterHeader };
}

/** Colours are blue, green and red, and a fourth byte in all but the oldest files. */
function paletteOf(bytes: Buffer, pixelBits: number, used: number, isCore: boolean): Uint8Array {
  const entryBytes = isCore ? 3 : 4;
  const most = 1 << pixelBits;
  const count = Math.min(used === 0 ? most : used, most, Math.floor(bytes.length / entryBytes));
  if (count === 0) throw damaged('has no palette');
  const palette = new Uint8Array(3 * count);
  for (let index = 0; index < count; index += 1) {
    for (let sample = 0; sample < 3; sample += 1) {
      palette[3 * index + sample] = bytes[index * entryBytes + 2 - sample] as number;
    }
  }
  return palette;
}

function profileIn(bytes: Buffer, header: Buffer): Uint8Array | undefined {
  if (header.toString('latin1', 56, 60) !== embedded) return undefined;
  const start = fileHeaderBytes + header.readUInt32LE(112);
  return bytes.subarray(start, start + header.readUInt32LE(116));
}
