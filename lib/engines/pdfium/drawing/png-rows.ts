import type { PngSamples } from '../../pictures/png/png-writer.ts';
import { bytesOfPixel, type Rows } from './draw-page.ts';

/** The weights of red, green and blue in the brightness (ITU-R BT.601), of 65,536. */
const [ofRed, ofGreen, ofBlue] = [19_595, 38_470, 7471];

/** The brightness of a pixel, whose lowest byte is red. */
const brightness = (pixel: number): number =>
  ((pixel & 0xff) * ofRed + ((pixel >> 8) & 0xff) * ofGreen + ((pixel >> 16) & 0xff) * ofBlue + 32_768) >>>
  16;

/** The pixels of rows as numbers: that takes a third of the time of reading their bytes. */
const pixelsOf = (rows: Uint8Array): Uint32Array =>
  new Uint32Array(rows.buffer, rows.byteOffset, rows.length / bytesOfPixel);

/** Rows of a PNG: the filter `none`, and then the samples. */
export function pngRows(rows: Rows, width: number, samples: PngSamples): Buffer {
  const pixels = pixelsOf(rows);
  const length = 1 + width * samples;
  const out = Buffer.allocUnsafeSlow((pixels.length / width) * length);
  const write = { 1: writeGray, 2: writeGrayAndOpacity, 3: writeColours, 4: writeAll }[samples];
  for (let first = 0, to = 0; first < pixels.length; first += width, to += length) {
    out[to] = 0;
    write(pixels, { first, end: first + width }, out, to + 1);
  }
  return out;
}

interface Span {
  first: number;
  end: number;
}

function writeGray(pixels: Uint32Array, { first, end }: Span, out: Uint8Array, to: number): void {
  for (let from = first; from < end; from += 1, to += 1) out[to] = brightness(pixels[from] as number);
}

function writeGrayAndOpacity(pixels: Uint32Array, { first, end }: Span, out: Uint8Array, to: number): void {
  for (let from = first; from < end; from += 1, to += 2) {
    const pixel = pixels[from] as number;
    out[to] = brightness(pixel);
    out[to + 1] = pixel >>> 24;
  }
}

function writeColours(pixels: Uint32Array, { first, end }: Span, out: Uint8Array, to: number): void {
  for (let from = first; from < end; from += 1, to += 3) {
    const pixel = pixels[from] as number;
    out[to] = pixel;
    out[to + 1] = pixel >> 8;
    out[to + 2] = pixel >> 16;
  }
}

function writeAll(pixels: Uint32Array, { first, end }: Span, out: Uint8Array, to: number): void {
  const { buffer, byteOffset } = pixels;
  out.set(new Uint8Array(buffer, byteOffset + first * bytesOfPixel, (end - first) * bytesOfPixel), to);
}

/** Sets red, green and blue to the brightness, in place. */
export function makeGray(rows: Uint8Array): void {
  const pixels = pixelsOf(rows);
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] as number;
    pixels[at] = (pixel & 0xff00_0000) | (brightness(pixel) * 0x1_0101);
  }
}
