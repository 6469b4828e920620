import { InputFault } from '../../../base/input-fault.ts';
import { damaged } from '../damaged.ts';
import { orientationOf } from '../exif.ts';
import {
  type BitDepth,
  centimetresPerInch,
  type Colours,
  type Density,
  densityOf,
  type Orientation,
} from '../picture.ts';
import type { Directory } from './directories.ts';
import { type Segments, segmentsIn } from './segments.ts';
import { Compression, Photometric, Tag } from './tags.ts';

/** A picture of a TIFF, as its directory describes it. */
export interface TiffPage {
  width: number;
  height: number;
  orientation: Orientation;
  density: Density | undefined;
  bitDepth: BitDepth;
  /** Of a pixel, with those that are no colours. */
  samples: number;
  /** Samples of a pixel that are colours. */
  colourSamples: 1 | 3 | 4;
  colours: Colours;
  photometric: number;
  /** The sample after the colours: whether it is the opacity, and whether the colours were multiplied by it. */
  opacity: 'none' | 'plain' | 'premultiplied';
  compression: number;
  /** Whether neighbours were subtracted. */
  isPredicted: boolean;
  /** Whether the first pixel is in the lowest bit of a byte. */
  isBitReversed: boolean;
  isLittle: boolean;
  segments: Segments;
  group3Options: number;
  jpegTables: Uint8Array | undefined;
  profile: Uint8Array | undefined;
}

/**
 * Reads a directory. Data of pixels are not touched.
 *
 * @throws InputFault `damaged-document`, or `invalid-file-type` for what few programs write
 */
export function pageOf(directory: Directory): TiffPage {
  const [width, height] = [directory.number(Tag.width, 0), directory.number(Tag.height, 0)];
  const compression = directory.number(Tag.compression, Compression.none);
  if (!compressions.has(compression)) throw unsupported(`compression (${compression})`);
  const isFax = compression >= Compression.huffman && compression <= Compression.group4;
  const photometric = directory.number(
    Tag.photometric,
    isFax ? Photometric.whiteIsZero : Photometric.blackIsZero,
  );
  const samples = directory.number(Tag.samplesPerPixel, 1);
  const bitDepth = bitDepthOf(directory, samples);
  const colourSamples = colourSamplesOf(directory, photometric, compression);
  const page = {
    ...{ width, height, bitDepth, samples, colourSamples, photometric, compression },
    orientation: orientationOf(directory.number(Tag.orientation, 1)),
    density: densityIn(directory),
    colours: coloursOf(directory, photometric, bitDepth),
    opacity: opacityOf(directory, samples - colourSamples),
    isPredicted: isPredicted(directory, bitDepth, compression),
    isBitReversed: directory.number(Tag.fillOrder, 1) === 2,
    isLittle: directory.isLittle,
    segments: segmentsIn(directory, { width, height, samples }),
    group3Options: directory.number(Tag.group3Options, 0),
    jpegTables: directory.bytes(Tag.jpegTables),
    profile: directory.bytes(Tag.profile),
  };
  requireLayout(page, isFax);
  return page;
}

const compressions = new Set<number>(Object.values(Compression));

const unsupported = (what: string): InputFault =>
  new InputFault('invalid-file-type', `is a TIFF with an unsupported ${what}`);

const depths = [1, 2, 4, 8, 16] as const;

/** All samples have the same bits, and are unsigned. */
function bitDepthOf(directory: Directory, samples: number): BitDepth {
  if (samples < 1 || samples > maxSamples) throw unsupported('number of samples');
  const bits = directory.numbers(Tag.bitsPerSample, samples);
  const depth = depths.find((known) => known === (bits[0] ?? 1));
  if (depth === undefined || bits.some((each) => each !== depth)) throw unsupported('bit depth');
  const isUnsigned = directory.numbers(Tag.sampleFormat, samples).every((form) => form === 1 || form === 4);
  if (!isUnsigned) throw unsupported('sample format');
  return depth;
}

/** Colours, opacity and some that have other meanings. */
const maxSamples = 16;

const inksAreCmyk = 1;

function colourSamplesOf(directory: Directory, photometric: number, compression: number): 1 | 3 | 4 {
  switch (photometric) {
    case Photometric.whiteIsZero:
    case Photometric.blackIsZero:
    case Photometric.palette:
      return 1;
    case Photometric.rgb:
      return 3;
    case Photometric.yCbCr:
      if (compression === Compression.jpeg) return 3;
      break;
    case Photometric.inks:
      if (directory.number(Tag.inkSet, inksAreCmyk) === inksAreCmyk) return 4;
  }
  throw unsupported('color space');
}

function coloursOf(directory: Directory, photometric: number, bitDepth: BitDepth): Colours {
  switch (photometric) {
    case Photometric.palette:
      return { model: 'palette', palette: paletteOf(directory, bitDepth) };
    case Photometric.inks:
      return { model: 'cmyk', inverted: false };
    case Photometric.rgb:
    case Photometric.yCbCr:
      return { model: 'rgb' };
    default:
      return { model: 'gray' };
  }
}

/** All reds, all greens, all blues, of 16 bits. Some programs write 8 bits. */
function paletteOf(directory: Directory, bitDepth: BitDepth): Uint8Array {
  const count = 1 << bitDepth;
  if (bitDepth > 8) throw unsupported('palette');
  const map = directory.numbers(Tag.colorMap, 3 * count);
  if (map.length < 3 * count) throw damaged('has no palette');
  const shift = map.some((value) => value > 255) ? 8 : 0;
  return Uint8Array.from(
    { length: 3 * count },
    (_, at) => (map[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> shift,
  );
}

const [premultiplied, plain] = [1, 2];

function opacityOf(directory: Directory, extra: number): TiffPage['opacity'] {
  if (extra < 0) throw damaged('has a TIFF page with too few samples');
  const kind = extra === 0 ? 0 : directory.number(Tag.extraSamples, 0);
  return kind === plain ? 'plain' : kind === premultiplied ? 'premultiplied' : 'none';
}

function isPredicted(directory: Directory, bitDepth: BitDepth, compression: number): boolean {
  const applies: readonly number[] = [Compression.lzw, Compression.deflate, Compression.oldDeflate];
  const predictor = applies.includes(compression) ? directory.number(Tag.predictor, 1) : 1;
  if (predictor === 1) return false;
  if (predictor !== 2 || bitDepth < 8) throw unsupported('predictor');
  return true;
}

/** Combinations that no program writes are not read. */
function requireLayout(page: TiffPage, isFax: boolean): void {
  const { bitDepth, samples, compression, segments, colours } = page;
  if (isFax && (bitDepth !== 1 || samples !== 1)) throw unsupported('color format for CCITT fax data');
  if (
    compression === Compression.jpeg &&
    (bitDepth !== 8 || colours.model === 'palette' || segments.isPlanar)
  ) {
    throw unsupported('kind of JPEG data');
  }
  if (samples > 1 && bitDepth < 8) throw unsupported('bit depth');
}

const unitIsCentimetre = 3;
const unitIsNone = 1;

function densityIn(directory: Directory): Density | undefined {
  const unit = directory.number(Tag.densityUnit, 2);
  if (unit === unitIsNone) return undefined;
  const perInch = unit === unitIsCentimetre ? centimetresPerInch : 1;
  return densityOf(
    directory.number(Tag.densityAcross, 0) * perInch,
    directory.number(Tag.densityAlong, 0) * perInch,
  );
}
