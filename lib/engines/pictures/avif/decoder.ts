import avifDecoder from '@jsquash/avif/codec/dec/avif_dec.js';
import { damaged } from '../damaged.ts';
import { PictureDecoder } from '../picture-decoder.ts';

interface Decoder {
  /** Returns null for data that are not an AVIF. */
  decode(
    file: Uint8Array,
    bitDepth: 8 | 16,
  ): { data: Uint8ClampedArray | Uint16Array; width: number; height: number } | null;
}

const program = new PictureDecoder<Decoder>(
  avifDecoder,
  import.meta.resolve('@jsquash/avif/codec/dec/avif_dec.wasm'),
);

/**
 * Decodes an AVIF to red, green, blue and opacity, by libavif and libaom as WebAssembly. Samples of 16 bits begin with
 * the upper half. Rotation and mirroring are not applied.
 *
 * @throws InputFault `damaged-document`
 */
export async function decodeAvif(
  file: Uint8Array,
  bitDepth: 8 | 16,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  const decoded = await program.run((decoder) => decoder.decode(file, bitDepth));
  if (!decoded) throw damaged('is an AVIF that cannot be decoded');
  const { data, width, height } = decoded;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { pixels: bitDepth === 16 ? pixels.swap16() : pixels, width, height };
}
