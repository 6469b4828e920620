import webpEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { prepareOnce } from '../../../base/prepare-once.ts';
import type { RgbPixels } from '../jpeg/codec.ts';
import { compileWasm, WasmProgram } from '../wasm-program.ts';

interface Encoder {
  encode(pixels: Uint8Array, width: number, height: number, options: object): Uint8Array | null;
}

/** Encodes WebP. */
export interface WebpEncoder {
  /**
   * @param pixels red, green, blue and opacity
   * @param quality from 1 to 100
   * @returns undefined if there is too little memory
   */
  encode(pixels: RgbPixels, quality: number): Uint8Array | undefined;
}

/** The program, compiled once in a process. */
const compile = prepareOnce(() =>
  compileWasm(import.meta.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')),
);

/** Width and height of the largest WebP, in pixels. */
export const maxWebpSide = 16_383;

/**
 * libwebp's own settings, but for `method`: 2 takes less than half of the time of 4, which is the usual one, for files that
 * are 4 % larger.
 */
const usual = {
  target_size: 0,
  target_PSNR: 0,
  method: 2,
  sns_strength: 50,
  filter_strength: 60,
  filter_sharpness: 0,
  filter_type: 1,
  partitions: 0,
  segments: 4,
  pass: 1,
  show_compressed: 0,
  preprocessing: 0,
  autofilter: 0,
  partition_limit: 0,
  alpha_compression: 1,
  alpha_filtering: 1,
  alpha_quality: 100,
  lossless: 0,
  exact: 0,
  image_hint: 0,
  emulate_jpeg_size: 0,
  thread_level: 0,
  low_memory: 0,
  near_lossless: 100,
  use_delta_palette: 0,
  use_sharp_yuv: 0,
};

/** Opens libwebp as WebAssembly. Open it for each request, because memory of WebAssembly does not shrink. */
export async function openWebpEncoder(): Promise<WebpEncoder> {
  const program = new WasmProgram<Encoder>(webpEncoder, await compile());
  return {
    encode({ data, width, height }, quality) {
      // The result is in the memory of the program.
      return program.run((encoder) => encoder.encode(data, width, height, { ...usual, quality })?.slice());
    },
  };
}
