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

/** What the script of a program takes. It adds the functions of the program to it. */
interface Setting {
  noInitialRun: boolean;
  printErr: () => void;
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ) => WebAssembly.Exports;
}

type Script = (setting: Setting) => unknown;

/** The declarations of the package need those of browsers. */
const decoderScript = mozjpegDecoder as unknown as Script;
const encoderScript = mozjpegEncoder as unknown as Script;

/** The programs, compiled once in a process. A bundle has the files beside it. */
const compilePrograms = prepareOnce(async () => {
  const compile = async (file: string) => WebAssembly.compile(await readFile(fileURLToPath(file)));
  const [decoder, encoder] = await Promise.all([
    compile(import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
    compile(import.meta.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')),
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
  const decoder = new Restarting<Decoder>(decoderScript, programs.decoder);
  const encoder = new Restarting<Encoder>(encoderScript, programs.encoder);
  return {
    decode(file) {
      const decoded = decoder.run((program) => program.decode(file, false));
      if (!decoded) return undefined;
      const { data, width, height } = decoded;
      return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
    },
    encode({ data, width, height }, { quality, isGray }) {
      const options = { ...usual, quality, color_space: isGray ? colourSpaces.gray : colourSpaces.yCbCr };
      // The result is in the memory of the program.
      return encoder.run((program) => program.encode(data, width, height, options).slice());
    },
  };
}

/** How often a program is started for one request. Each start takes memory that is released later. */
const maxStarts = 16;

/** A program that is started again after it failed: it keeps its memory, and may not work any more. */
class Restarting<Program> {
  readonly #script: Script;
  readonly #module: WebAssembly.Module;
  #program: Program | undefined;
  #starts = 0;

  constructor(script: Script, module: WebAssembly.Module) {
    this.#script = script;
    this.#module = module;
  }

  /** Undefined if the program cannot read its data, or runs out of memory: it then throws. */
  run<T>(work: (program: Program) => T): T | undefined {
    if (!this.#program && this.#starts === maxStarts) return undefined;
    try {
      return work((this.#program ??= this.#start()));
    } catch {
      this.#program = undefined;
      return undefined;
    }
  }

  /** Without waiting: the module is compiled. */
  #start(): Program {
    this.#starts += 1;
    const setting: Setting = {
      noInitialRun: true,
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(this.#module, imports);
        done(instance);
        return instance.exports;
      },
    };
    this.#script(setting);
    return setting as Program;
  }
}
