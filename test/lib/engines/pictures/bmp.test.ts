import { describe, expect, it } from 'vitest';
import { readBmp } from '#lib/engines/pictures/bmp/read-bmp.ts';
import type { Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { bmp, type BmpOptions } from '../../../support/picture-encoders.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { shownPicture } from '../../../support/shown-picture.ts';

const read = (file: Buffer): Promise<Picture> => readBmp(file, new PictureBudget());

const [width, height] = [13, 9];
const size = { width, height };
const colour = (x: number, y: number): [number, number, number] => [x * 16, y * 24, 255 - x * 8];

/** Rows from the bottom, or from the top, of pixels in so many bits. */
function rows(bits: number, pixel: (x: number, y: number) => number, isTopDown = false): Buffer {
  const stride = Math.ceil((width * bits) / 32) * 4;
  const data = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const y = isTopDown ? row : height - 1 - row;
    for (let x = 0; x < width; x += 1) {
      const value = pixel(x, y) >>> 0;
      if (bits >= 8) data.writeUIntLE(value, row * stride + (x * bits) / 8, bits / 8);
      else {
        const at = row * stride + ((x * bits) >> 3);
        data[at] = (data[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
      }
    }
  }
  return data;
}

const rgb24 = (x: number, y: number): number => {
  const [red, green, blue] = colour(x, y);
  return (red << 16) | (green << 8) | blue;
};

const palette = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, index) => [index * 9, index * 5, index * 3, 0]).flat());

const paletteColour = (index: number): number[] => [index * 3, index * 5, index * 9];

const true24: BmpOptions = { ...size, bits: 24 };

describe('a BMP of colours', () => {
  it.each([
    ['24 bits', bmp(true24, rows(24, rgb24))],
    ['24 bits from the top', bmp({ ...true24, height: -height }, rows(24, rgb24, true))],
    ['24 bits of OS/2', bmp({ ...true24, headerBytes: 12 }, rows(24, rgb24))],
    ['32 bits, of which 8 do not count', bmp({ ...size, bits: 32 }, rows(32, rgb24))],
    [
      '32 bits in another order',
      bmp(
        { ...size, bits: 32, coding: 3, masks: [0xff, 0xff00, 0xff0000] },
        rows(32, (x, y) => {
          const [red, green, blue] = colour(x, y);
          return red | (green << 8) | (blue << 16);
        }),
      ),
    ],
  ])('in %s has its pixels', async (_, file) => {
    const picture = await read(file);
    expect(picture.opacity).toBeUndefined();
    const at = await shownPicture(file, size);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) expect(at(x, y)).toEqual(colour(x, y));
  });

  it.each([
    [
      '5, 5 and 5',
      undefined,
      (red: number, green: number, blue: number) => (red << 10) | (green << 5) | blue,
      31,
    ],
    [
      '5, 6 and 5',
      [0xf800, 0x07e0, 0x001f],
      (red: number, green: number, blue: number) => (red << 11) | (green << 5) | blue,
      63,
    ],
  ] as const)('with %s bits is scaled to 8', async (_, masks, join, fullGreen) => {
    const data = rows(16, (x, y) => join(x * 2, y * 3, 31 - x));
    const at = pixelsOf(await read(bmp({ ...size, bits: 16, ...(masks ? { coding: 3, masks } : {}) }, data)));
    const expected = (value: number, full: number): number => Math.round((value * 255) / full);
    expect(at(12, 8)).toEqual([expected(24, 31), expected(24, fullGreen), expected(19, 31), 255]);
  });

  it.each([
    ['in its header', 124, 3],
    ['after its header', 40, 6],
  ])('with a mask of the opacity %s is translucent', async (_, headerBytes, coding) => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const options = { ...size, bits: 32, coding, masks, headerBytes };
    const at = pixelsOf(
      await read(
        bmp(
          options,
          rows(32, (x, y) => rgb24(x, y) | ((x * 10) << 24)),
        ),
      ),
    );
    expect(at(3, 4)).toEqual([...colour(3, 4), 30]);
    // Some programs leave the opacity of all pixels 0.
    expect((await read(bmp(options, rows(32, rgb24)))).opacity).toBeUndefined();
  });

  it('has a density and a profile', async () => {
    const profile = iccProfile('RGB ');
    const picture = await read(
      bmp({ ...true24, headerBytes: 124, pixelsPerMetre: 11_811, profile }, rows(24, rgb24)),
    );
    expect(picture.density?.across).toBeCloseTo(300, 2);
    expect(Buffer.from(picture.profile ?? [])).toEqual(profile);
  });
});

describe('a BMP of indices', () => {
  it.each([1, 4, 8])('in %i bits has its pixels', async (bits) => {
    const count = 2 ** bits;
    const file = bmp(
      { ...size, bits, palette: palette(Math.min(count, 28)) },
      rows(bits, (x, y) => (x + y) % Math.min(count, 20)),
    );
    const at = await shownPicture(file, size);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        expect(at(x, y)).toEqual(paletteColour((x + y) % Math.min(count, 20)));
      }
    }
  });

  it('in runs of 8 bits has its pixels', async () => {
    // Ten of 1 and the end of the line; a move by 2 and 1; three that follow, with a byte for the even length.
    const runs = Buffer.from([10, 1, 0, 0, 0, 2, 2, 1, 0, 3, 4, 5, 6, 0, 0, 1]);
    const at = pixelsOf(await read(bmp({ ...size, bits: 8, coding: 1, palette: palette(8) }, runs)));
    const colours = [at(0, 8), at(9, 8), at(10, 8), at(1, 6), at(2, 6), at(4, 6)].map((pixel) =>
      pixel.slice(0, 3),
    );
    expect(colours).toEqual([1, 1, 0, 0, 4, 6].map(paletteColour));
  });

  it('in runs of 4 bits has its pixels', async () => {
    const runs = Buffer.from([5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1]);
    const at = pixelsOf(await read(bmp({ ...size, bits: 4, coding: 2, palette: palette(16) }, runs)));
    const row = (y: number): number[] => [0, 1, 2, 3, 4, 5].map((x) => at(x, y)[1] / 5);
    expect([row(8), row(7)]).toEqual([
      [1, 2, 1, 2, 1, 0],
      [3, 4, 5, 6, 7, 0],
    ]);
  });
});

it.each([
  ['is cut off', bmp(true24, rows(24, rgb24)).subarray(0, -4), 'damaged-document'],
  ['ends in its header', bmp(true24, rows(24, rgb24)).subarray(0, 40), 'damaged-document'],
  [
    'ends in its runs',
    bmp({ ...size, bits: 8, coding: 1, palette: palette(8) }, Buffer.from([10, 1])),
    'damaged-document',
  ],
  ['has pixels of 7 bits', bmp({ ...size, bits: 7 }, Buffer.alloc(1000)), 'damaged-document'],
  ['has no palette', bmp({ ...size, bits: 8 }, Buffer.alloc(0)), 'damaged-document'],
  ['has no pixels', bmp({ width: 0, height: 3, bits: 24 }, Buffer.alloc(0)), 'damaged-document'],
  ['is a JPEG inside', bmp({ ...size, bits: 24, coding: 4 }, Buffer.alloc(1000)), 'invalid-file-type'],
])('a BMP that %s is rejected', async (_, file, code) => {
  await expect(read(file)).rejects.toMatchObject({ code });
});
