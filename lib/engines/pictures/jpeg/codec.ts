import mozjpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import mozjpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { prepareOnce } from '../../../base/prepare-once.ts';
import { decodeInks } from './ink-decoder.ts';
import { joinInks } from './ink-jpeg.ts';
import { compileWasm, WasmProgram } from '../wasm-program.ts';

/** Pixels of four bytes: red, green, blue, and one that does not count; or four inks. */
export interface RgbPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Decodes and encodes JPEG data. */
export interface JpegCodec {
  /**
   * The pixels of a JPEG with one or three components; undefined if they cannot be decoded. The next call overwrites
   * nothing.
   */
  decode(file: Uint8Array): RgbPixels | undefined;
  /** The inks of a JPEG with four components, see `decodeInks`. */
  decodeInks(file: Uint8Array, colourTransform: number | undefined): RgbPixels | undefined;
  /**
   * A JPEG of YCbCr, or of gray samples, which are the brightness of the pixels.
   *
   * @returns undefined if there is too little memory
   */
  encode(pixels: RgbPixels, options: JpegOptions): Uint8Array | undefined;
  /** A progressive JPEG of inks: brightness and differences of three, and black, with Adobe's marker. */
  encodeInks(inks: RgbPixels, quality: number): Uint8Array | undefined;
}

export interface JpegOptions {
  /** From 1 to 100. */
  quality: number;
  isGray: boolean;
  /** Baseline coding takes half of the time of progressive coding, and a quarter more bytes. */
  isBaseline?: boolean;
}

interface Decoder {
  decode(file: Uint8Array, turns: boolean): { data: Uint8ClampedArray; width: number; height: number } | null;
}

interface Encoder {
  encode(pixels: Uint8Array, width: number, height: number, options: object): Uint8Array;
}

/** Width and height of the largest JPEG, in pixels. */
export const maxJpegSide = 65_535;

/** The programs, compiled once in a process. */
const compilePrograms = prepareOnce(async () => {
  const [decoder, encoder] = await Promise.all([
    compileWasm(import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
    compileWasm(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')),
  ]);
  return { decoder, encoder };
});

/** What mozjpeg calls the colour spaces of JPEG data. */
const colourSpaces = { gray: 1, yCbCr: 3 } as const;

/** mozjpeg's own settings: tables and trellis quantization by its measure of visible error. */
const usual = {
  baseline: false,
  arithmetic: false,
  progressive: true,
  optimize_coding: true,
  smoothing: 0,
  quant_table: 3,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 75,
};

/** Opens mozjpeg as WebAssembly. Open it for each request, because memory of WebAssembly does not shrink. */
export async function openJpegCodec(): Promise<JpegCodec> {
  const programs = await compilePrograms();
  const decoder = new WasmProgram<Decoder>(mozjpegDecoder, programs.decoder);
  const encoder = new WasmProgram<Encoder>(mozjpegEncoder, programs.encoder);
  const encode: JpegCodec['encode'] = ({ data, width, height }, { quality, isGray, isBaseline = false }) => {
    const options = {
      ...usual,
      quality,
      color_space: isGray ? colourSpaces.gray : colourSpaces.yCbCr,
      baseline: isBaseline,
      progressive: !isBaseline,
    };
    // The result is in the memory of the program.
    return encoder.run((program) => program.encode(data, width, height, options).slice());
  };
  return {
    encode,
    decodeInks,
    encodeInks(inks, quality) {
      const colours = encode(withoutBlack(inks), { quality, isGray: false });
      const black = colours && encode(blackOf(inks), { quality, isGray: true });
      return black && joinInks(colours, black);
    },
    decode(file) {
      const decoded = decoder.run((program) => program.decode(file, false));
      if (!decoded) return undefined;
      const { data, width, height } = decoded;
      return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
    },
  };
}

/** Cyan, magenta and yellow as red, green and blue: what Adobe's marker says that brightness and differences stand for. */
function withoutBlack({ width, height, data }: RgbPixels): RgbPixels {
  const colours = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) colours[at] = 255 - (data[at] as number);
  return { width, height, data: colours };
}

function blackOf({ width, height, data }: RgbPixels): RgbPixels {
  const black = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 4) black.fill(data[at + 3] as number, at, at + 3);
  return { width, height, data: black };
}
