import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareOnce } from '../../../base/prepare-once.ts';
import { damaged } from '../damaged.ts';

/** An instance of the program. */
interface Decoder {
  /** Returns null for data that are not a WebP. */
  decode(file: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } | null;
}

type DecoderFactory = (options: {
  noInitialRun: boolean;
  wasmBinary: Uint8Array;
  printErr: () => void;
}) => Promise<Decoder>;

/** The declarations of the package need those of browsers. */
const createDecoder = webpDecoder as unknown as DecoderFactory;

/** The program, read once in a process. A bundle has the file beside it. */
const readProgram = prepareOnce(() =>
  readFile(fileURLToPath(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))),
);

/**
 * Decodes a WebP to red, green, blue and opacity, of 8 bits each, by libwebp as WebAssembly. Each picture gets an instance
 * of its own, because memory of WebAssembly does not shrink.
 *
 * @throws InputFault `damaged-document`
 */
export async function decodeWebp(
  file: Uint8Array,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const wasmBinary = await readProgram();
  const decoder = await createDecoder({ noInitialRun: true, wasmBinary, printErr: () => undefined });
  const decoded = decode(() => decoder.decode(file));
  if (!decoded) throw damaged('is a WebP that cannot be decoded');
  const { data, width, height } = decoded;
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
}

/** A program that runs out of memory, or leaves its memory, throws. */
function decode<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw damaged('is a WebP that cannot be decoded', error);
  }
}
