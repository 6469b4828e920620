import mozjpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import mozjpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareOnce } from '../../../base/prepare-once.ts';

/** Pixels of four bytes: red, green, blue, and one that does not count. */
export interface RgbPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Decodes and encodes JPEG data. */
export interface JpegCodec {
  /** The pixels of a JPEG with one or three components; undefined if they cannot be decoded. The next call overwrites nothing. */
  decode(file: Uint8Array): RgbPixels | undefined;
  /**
   * A progressive JPEG of YCbCr, or of gray samples, which are the brightness of the pixels.
   *
   * @param quality from 1 to 100
   * @returns undefined if there is too little memory
   */
  encode(pixels: RgbPixels, options: { quality: number; isGray: boolean }): Uint8Array | undefined;
}

interface Decoder {
  decode(file: Uint8Array, turns: boolean): { data: Uint8ClampedArray; width: number; height: number } | null;
}

interface Encoder {
  encode(pixels: Uint8Array, width: number, height: number, options: object): Uint8Array;
}

type Factory<Program> = (options: {
  noInitialRun: boolean;
  wasmBinary: Uint8Array;
  printErr: () => void;
}) => Promise<Program>;

/** The declarations of the package need those of browsers. */
const createDecoder = mozjpegDecoder as unknown as Factory<Decoder>;
const createEncoder = mozjpegEncoder as unknown as Factory<Encoder>;

/** The programs, read once in a process. A bundle has the files beside it. */
const readPrograms = prepareOnce(async () => {
  const [decoder, encoder] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))),
    readFile(fileURLToPath(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))),
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
  const programs = await readPrograms();
  const printErr = (): void => undefined;
  const [decoder, encoder] = await Promise.all([
    createDecoder({ noInitialRun: true, wasmBinary: programs.decoder, printErr }),
    createEncoder({ noInitialRun: true, wasmBinary: programs.encoder, printErr }),
  ]);
  return {
    decode(file) {
      const decoded = attempt(() => decoder.decode(file, false));
      if (!decoded) return undefined;
      const { data, width, height } = decoded;
      return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
    },
    encode({ data, width, height }, { quality, isGray }) {
      const space = isGray ? colourSpaces.gray : colourSpaces.yCbCr;
      return attempt(() =>
        encoder.encode(data, width, height, { ...usual, quality, color_space: space }).slice(),
      );
    },
  };
}

/** A program that cannot read its data, or runs out of memory, throws. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
