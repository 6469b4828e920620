import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { decodePicture } from '../../../support/picture.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { png, pngChunk, pngHeader, type PngHeader } from '../../../support/png.ts';
import { encodePng, type Sample } from '../../../support/png-encoder.ts';

const read = (file: Buffer) => readPicture(file, new PictureBudget());

/** Samples without a pattern, the same in each run. Opacity is all or nothing, because canvases lose colours in between. */
const noise =
  ({ bitDepth, colourType }: PngHeader): Sample =>
  (x, y, sample) => {
    const value = (Math.imul(x * 7919 + y * 104_729 + sample * 1_299_709 + 17, 2_654_435_761) >>> 8) & 0xffff;
    const isOpacity = (colourType === 4 && sample === 1) || (colourType === 6 && sample === 3);
    if (isOpacity) return value % 3 === 0 ? 0 : 2 ** bitDepth - 1;
    return value % 2 ** bitDepth;
  };

const palette = Buffer.from(Array.from({ length: 768 }, (_, index) => (index * 37) % 256));

const kinds = [
  ...[1, 2, 4, 8, 16].map((bitDepth) => ({ colourType: 0, bitDepth })),
  ...[8, 16].flatMap((bitDepth) => [2, 4, 6].map((colourType) => ({ colourType, bitDepth }))),
  ...[1, 2, 4, 8].map((bitDepth) => ({ colourType: 3, bitDepth })),
];

/** Widths whose rows end within a byte; some are too small for all passes. */
const sizes = [
  [1, 1],
  [3, 2],
  [13, 11],
  [40, 33],
] as const;

const cases = kinds.flatMap((kind) =>
  sizes.flatMap(([width, height]) =>
    ([0, 1] as const).map((interlace): PngHeader => ({ ...kind, width, height, interlace })),
  ),
);

/** Expects the same visible pixels as another decoder gives; 16 bits may be rounded. */
async function expectSamePixels(file: Buffer): Promise<void> {
  const picture = await read(file);
  const [at, expected] = [pixelsOf(picture), await decodePicture(file)];
  expect([picture.width, picture.height]).toEqual([expected.width, expected.height]);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const [ours, theirs] = [at(x, y), expected.at(x, y)];
      expect(ours[3]).toBe(theirs[3]);
      const distances =
        theirs[3] === 0 ? [] : ours.map((value, index) => Math.abs(value - (theirs[index] ?? 0)));
      expect(Math.max(0, ...distances), `${x},${y}`).toBeLessThanOrEqual(1);
    }
  }
}

describe('a PNG', () => {
  it.each(cases)(
    'of type $colourType with $bitDepth bits, $width x $height, interlace $interlace, has its pixels',
    async (header) => {
      const chunks =
        header.colourType === 3 ? [pngChunk('PLTE', palette.subarray(0, 3 * 2 ** header.bitDepth))] : [];
      await expectSamePixels(encodePng(header, noise(header), ...chunks));
    },
  );

  it.each([0, 1] as const)(
    'with one transparent colour, interlace %s, has its opacity',
    async (interlace) => {
      for (const [colourType, bitDepth, key] of [
        [0, 2, '0002'],
        [0, 16, '1234'],
        [2, 8, '000100020003'],
      ] as const) {
        const header = { width: 9, height: 9, colourType, bitDepth, interlace };
        const sample: Sample = (x, y, index) =>
          x === y ? Buffer.from(key, 'hex').readUInt16BE(2 * index) : noise(header)(x, y, index);
        const file = encodePng(header, sample, pngChunk('tRNS', Buffer.from(key, 'hex')));
        await expectSamePixels(file);
        expect((await read(file)).opacity).toBeDefined();
      }
    },
  );

  it('with opacities of palette colours has its opacity', async () => {
    const header = { width: 16, height: 16, colourType: 3, bitDepth: 4 };
    const opacities = pngChunk('tRNS', Buffer.from([0, 255, 0]));
    const file = encodePng(header, noise(header), pngChunk('PLTE', palette.subarray(0, 48)), opacities);
    await expectSamePixels(file);
  });

  it('keeps partial opacity', async () => {
    const header = { width: 20, height: 20, colourType: 6, bitDepth: 8 };
    const at = pixelsOf(await read(encodePng(header, (x, y, sample) => (sample === 3 ? x * 12 : y))));
    expect(at(10, 7)).toEqual([7, 7, 7, 120]);
  });

  it('has no opacity if all pixels are opaque', async () => {
    const header = { width: 20, height: 20, colourType: 6, bitDepth: 16 };
    const file = encodePng(header, (x, y, sample) => (sample === 3 ? 0xffff : 1000 * x + y));
    expect((await read(file)).opacity).toBeUndefined();
  });

  it.each([
    [4, 8],
    [4, 16],
    [6, 8],
    [6, 16],
  ] as const)(
    'of type %i with %i bits keeps opacity that begins in any row',
    async (colourType, bitDepth) => {
      const header = { width: 5, height: 12, colourType, bitDepth };
      const opacityAt = colourType === 4 ? 1 : 3;
      for (let first = 0; first < header.height; first += 1) {
        const sample: Sample = (x, y, index) =>
          index !== opacityAt ? 7 * x + y : y === first && x === y % 5 ? 0 : 2 ** bitDepth - 1;
        await expectSamePixels(encodePng(header, sample));
      }
    },
  );

  it.each([
    [0, 'ffffff'],
    [1, 'ff0000'],
    [2, 'ffffff'],
    [3, 'ff8080'],
    [4, 'ff0000'],
  ] as const)('has no opacity if its first row is opaque, with filter %i', async (filter, opacity) => {
    const row = [...Buffer.from(opacity, 'hex')].flatMap((byte) => [1, 2, 3, byte]);
    const header = pngHeader({ width: 3, height: 1, colourType: 6, bitDepth: 8 });
    const file = png(header, pngChunk('IDAT', deflateSync(Buffer.from([filter, ...row]))));
    expect((await read(file)).opacity).toBeUndefined();
    const changed = row.with(7, (row[7] ?? 0) ^ 1);
    const other = png(header, pngChunk('IDAT', deflateSync(Buffer.from([filter, ...changed]))));
    expect((await read(other)).opacity).toBeDefined();
  });

  it('is not compressed again', async () => {
    const header = { width: 30, height: 30, colourType: 2, bitDepth: 8 };
    const file = encodePng(header, noise(header));
    const { data } = await read(file);
    expect(file.includes(Buffer.from(data.bytes.subarray(0, 100)))).toBe(true);
  });

  it('has the profile that is for its colours, and its orientation', async () => {
    const header = { width: 2, height: 2, colourType: 2, bitDepth: 8 };
    const profile = Buffer.concat([Buffer.from('name\0\0'), deflateSync(iccProfile('RGB '))]);
    const exif = Buffer.from('4d4d002a0000000800010112000300000001000600000000', 'hex');
    const chunks = [pngChunk('iCCP', profile), pngChunk('eXIf', exif)];
    const picture = await read(encodePng(header, noise(header), ...chunks));
    expect(Buffer.from(picture.profile ?? [])).toEqual(iccProfile('RGB '));
    expect(picture.orientation).toBe(6);
    const gray = await read(encodePng({ ...header, colourType: 0 }, noise(header), ...chunks));
    expect(gray.profile).toBeUndefined();
  });

  it('that is animated has the still picture', async () => {
    const header = { width: 4, height: 4, colourType: 0, bitDepth: 8 };
    const control = pngChunk('acTL', Buffer.from('0000000100000000', 'hex'));
    await expectSamePixels(encodePng(header, noise(header), control));
  });
});
