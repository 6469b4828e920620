import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import { damaged } from '../damaged.ts';
import { PictureDecoder } from '../picture-decoder.ts';

interface Decoder {
  /** Returns null for data that are not a WebP. */
  decode(file: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } | null;
}

const program = new PictureDecoder<Decoder>(
  webpDecoder,
  import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'),
);

/**
 * Decodes a WebP to red, green, blue and opacity, of 8 bits each, by libwebp as WebAssembly.
 *
 * @throws InputFault `damaged-document`
 */
export async function decodeWebp(
  file: Uint8Array,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const decoded = await program.run((decoder) => decoder.decode(file));
  if (!decoded) throw damaged('is a WebP that cannot be decoded');
  const { data, width, height } = decoded;
  return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
}
