import { inflateSync } from 'node:zlib';
import { undoPredictor } from '#lib/engines/pdf/filters/predictor.ts';
import { type Picture, type Rows, samplesOf } from '#lib/engines/pictures/picture.ts';
import { sampleAt } from '#lib/engines/pictures/png/sample.ts';

/** The colour and the opacity of a pixel, 0 to 255 each, as a reader of PDFs computes them. */
export type Pixel = readonly [red: number, green: number, blue: number, opacity: number];

/** The pixels of a picture that is not a JPEG. */
export function pixelsOf(picture: Picture): (x: number, y: number) => Pixel {
  const { width, colours, bitDepth, data, opacity } = picture;
  if (data.encoding !== 'rows') throw new Error('a JPEG must be decoded');
  const samples = samplesOf(colours);
  const rows = rowsOf(data, { width, samples, bitDepth });
  const mask = opacity && rowsOf(opacity.data, { width, samples: 1, bitDepth: opacity.bitDepth });
  const full = (value: number, bits: number): number => Math.floor((value * 255) / (2 ** bits - 1));
  return (x, y) => {
    const at = (sample: number): number => sampleAt(rows(y), x * samples + sample, bitDepth);
    const shade = (sample: number): number => full(at(sample), bitDepth);
    const alpha = mask ? full(sampleAt(mask(y), x, opacity.bitDepth), opacity.bitDepth) : 255;
    if (colours.model === 'palette') {
      const [red = 0, green = 0, blue = 0] = colours.palette.subarray(3 * at(0));
      return [red, green, blue, alpha];
    }
    return samples === 1 ? [shade(0), shade(0), shade(0), alpha] : [shade(0), shade(1), shade(2), alpha];
  };
}

function rowsOf(
  { bytes }: Rows,
  { width, samples, bitDepth }: { width: number; samples: number; bitDepth: number },
): (y: number) => Uint8Array {
  const parameters = { predictor: 15, columns: width, colors: samples, bitsPerComponent: bitDepth };
  const plain = undoPredictor(inflateSync(bytes), parameters) ?? Buffer.alloc(0);
  const length = Math.ceil((width * samples * bitDepth) / 8);
  return (y) => plain.subarray(y * length, (y + 1) * length);
}
