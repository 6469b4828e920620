import { describe, expect, it } from 'vitest';
import { type PngSamples, PngWriter } from '#lib/engines/pictures/png/png-writer.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { decodedPicture } from '../../../support/decoded-picture.ts';

const [width, height] = [40, 64];

/** Samples of a picture whose colours change slowly in both directions, as in photos, or in which rows repeat. */
const kinds = {
  'a photo': (x: number, y: number, sample: number) => (3 * x + 5 * y + 40 * sample + ((x * y) % 3)) & 0xff,
  'a drawing': (x: number, _: number, sample: number) => (x % 7 === 3 ? 90 * sample : 255),
};

describe.each(Object.entries(kinds))('%s as PNG', (_, sampleOf) => {
  it.each([1, 2, 3, 4] as const)('has its samples, added in blocks: %i for each pixel', async (samples) => {
    const png = new PngWriter({ width, height, samples });
    for (const [first, end] of [
      [0, 10],
      [10, 11],
      [11, height],
    ] as const)
      await png.add(rowsOf(samples, first, end));
    const file = await png.finish();
    expect(await readPicture(file, new PictureBudget())).toMatchObject({ width, height });
    const { at } = await decodedPicture(file);
    for (const [x, y] of [
      [0, 0],
      [39, 9],
      [3, 10],
      [17, 11],
      [39, 63],
    ] as const)
      expect(at(x, y)).toEqual(expected(samples, x, y));
  });

  /** With the filter `none`. */
  function rowsOf(samples: PngSamples, first: number, end: number): Buffer {
    const rows = Array.from({ length: end - first }, (_, row) => [
      0,
      ...Array.from({ length: width * samples }, (_, index) => {
        const sample = index % samples;
        return isOpacity(samples, sample) ? 255 : sampleOf((index - sample) / samples, first + row, sample);
      }),
    ]);
    return Buffer.from(rows.flat());
  }

  function expected(samples: PngSamples, x: number, y: number): number[] {
    const colours = samples > 2 ? [0, 1, 2] : [0, 0, 0];
    return [...colours.map((sample) => sampleOf(x, y, sample)), 255];
  }
});

const isOpacity = (samples: PngSamples, sample: number): boolean =>
  samples % 2 === 0 && sample === samples - 1;
