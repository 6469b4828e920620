import { JpegImage, setVerbosityLevel } from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';
import type { RgbPixels } from './codec.ts';

setVerbosityLevel(0);

/** What the decoder calls it if the parameter is absent: the data decide. */
const unstated = -1;

/**
 * The inks of a JPEG with four components: cyan, magenta, yellow, black, as they are stored. The frame must have been checked.
 *
 * @param colourTransform whether the first three are coded as brightness and differences, if the data do not say so
 * @returns undefined if they cannot be decoded
 */
export function decodeInks(file: Uint8Array, colourTransform: number | undefined): RgbPixels | undefined {
  try {
    const image = new JpegImage({ colorTransform: colourTransform ?? unstated });
    image.parse(file);
    const { width, height } = image;
    // Otherwise it would invert what Adobe's programs wrote. In PDFs `Decode` says so.
    const data = image.getData({ width, height, isSourcePDF: true });
    const isWhole = image.numComponents === 4 && data.length === width * height * 4;
    return isWhole ? { width, height, data: new Uint8Array(data.buffer) } : undefined;
  } catch {
    return undefined;
  }
}
