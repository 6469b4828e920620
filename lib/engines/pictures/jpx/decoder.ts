import openJpeg from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { prepareOnce } from '../../../base/prepare-once.ts';
import { compileWasm, WasmProgram } from '../wasm-program.ts';
import { type JpxHeader, jpxHeaderOf } from './header.ts';

/** A decoded picture: its samples of 8 bits, pixel by pixel. */
export interface JpxPixels extends JpxHeader {
  data: Uint8Array;
}

/** Decodes JPEG 2000. */
export interface JpxDecoder {
  /** Undefined for data that cannot be decoded, or whose headers say something else than `jpxHeaderOf` accepts. */
  decode(file: Uint8Array): JpxPixels | undefined;
}

interface OpenJpeg {
  J2KDecoder: new () => {
    /** Memory of the program for the file. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number; bitsPerSample: number };
    getDecodedBuffer(): Uint8ClampedArray;
    delete(): void;
  };
}

/** The program, compiled once in a process. */
const compile = prepareOnce(() =>
  compileWasm(import.meta.resolve('@cornerstonejs/codec-openjpeg/decodewasm')),
);

/** Opens OpenJPEG as WebAssembly. Open it for each request, because memory of WebAssembly does not shrink. */
export async function openJpxDecoder(): Promise<JpxDecoder> {
  const program = new WasmProgram<OpenJpeg>(openJpeg, await compile());
  return {
    decode(file) {
      const header = jpxHeaderOf(file);
      return header && program.run((opened) => decodeWith(opened, file, header));
    },
  };
}

function decodeWith({ J2KDecoder }: OpenJpeg, file: Uint8Array, header: JpxHeader): JpxPixels | undefined {
  const decoder = new J2KDecoder();
  decoder.getEncodedBuffer(file.length).set(file);
  decoder.decode();
  const { width, height, componentCount, bitsPerSample } = decoder.getFrameInfo();
  // The result is in the memory of the program.
  const data = Uint8Array.from(decoder.getDecodedBuffer());
  decoder.delete();
  const { components } = header;
  const isExpected = width === header.width && height === header.height && componentCount === components;
  const isWhole = bitsPerSample === 8 && data.length === width * height * components;
  return isExpected && isWhole ? { width, height, components, data } : undefined;
}
