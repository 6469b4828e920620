import { createCanvas } from '@napi-rs/canvas';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeGroup4 } from '#lib/engines/pictures/ccitt/group4-encoder.ts';
import type { Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPictures } from '#lib/engines/pictures/read-pictures.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { lzw, packBits, reversed } from '../../../support/picture-encoders.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { shownPicture } from '../../../support/shown-picture.ts';
import { tiff, type TiffForm, type TiffPicture, TiffTag, type TiffValues } from '../../../support/tiff.ts';

const [width, height] = [40, 24];
const size = { width, height };
const [rgb, inks] = [2, 5];

const read = async (file: Buffer): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  for await (const picture of readPictures(file, new PictureBudget())) pictures.push(picture);
  return pictures;
};

/** Levels that differ between rows, columns and samples. */
const level = (x: number, y: number, sample: number): number => (x * 6 + y * 3 + sample * 60) & 255;

interface Samples {
  samples: number;
  bits?: 8 | 16;
  isLittle?: boolean;
  /** The first row and the number of rows. */
  rows?: readonly [first: number, count: number];
  columns?: readonly [first: number, count: number];
  sampleAt?: (x: number, y: number, sample: number) => number;
}

/** Rows of samples. Those of 16 bits have the level in both halves. */
function samplesOf(options: Samples): Buffer {
  const { samples, bits = 8, rows = [0, height], columns = [0, width], sampleAt = level } = options;
  const bytes: number[] = [];
  for (let y = rows[0]; y < rows[0] + rows[1]; y += 1) {
    for (let x = columns[0]; x < columns[0] + columns[1]; x += 1) {
      for (let sample = 0; sample < samples; sample += 1) {
        const value = sampleAt(x, y, sample);
        bytes.push(...(bits === 16 ? [value, value] : [value]));
      }
    }
  }
  return Buffer.from(bytes);
}

const rgbFields = {
  [TiffTag.bitsPerSample]: [8, 8, 8],
  [TiffTag.photometric]: [rgb],
  [TiffTag.samplesPerPixel]: [3],
};

const rgbTiff = (
  data: readonly Buffer[],
  fields: Record<number, TiffValues> = {},
  form: TiffForm = {},
): Buffer => tiff([{ ...size, data, fields: { ...rgbFields, ...fields } }], form);

/** Expects the levels of `level` on the page. */
async function expectLevels(file: Buffer): Promise<void> {
  const at = await shownPicture(file, size);
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [39, 0],
    [0, 1],
    [17, 13],
    [0, 23],
    [39, 23],
  ] as const) {
    expect(at(x, y), `${x}, ${y}`).toEqual([0, 1, 2].map((sample) => level(x, y, sample)));
  }
}

const whole = samplesOf({ samples: 3 });
const strips = [
  [0, 10],
  [10, 10],
  [20, 4],
].map(([first = 0, count = 0]) => samplesOf({ samples: 3, rows: [first, count] }));
const codings: readonly [name: string, code: number, encode: (bytes: Buffer) => Buffer][] = [
  ['no compression', 1, (bytes) => bytes],
  ['PackBits', 32_773, packBits],
  ['LZW', 5, (bytes) => lzw(bytes, { symbolBits: 8, isReversed: false, early: 1 })],
  ['LZW of the oldest programs', 5, (bytes) => lzw(bytes, { symbolBits: 8, isReversed: true, early: 0 })],
  ['Deflate', 8, (bytes) => deflateSync(bytes)],
  ['Deflate by its old number', 32_946, (bytes) => deflateSync(bytes)],
];

describe('the pixels of a TIFF', () => {
  it.each(codings)('of one strip with %s are shown', async (_, code, encode) => {
    await expectLevels(rgbTiff([encode(whole)], { [TiffTag.compression]: [code] }));
  });

  it.each(codings)('of several strips with %s are shown', async (_, code, encode) => {
    const fields = { [TiffTag.compression]: [code], [TiffTag.rowsPerStrip]: [10] };
    await expectLevels(rgbTiff(strips.map(encode), fields));
  });

  it.each([
    ['bytes in the other order', { isLittle: false }],
    ['offsets of 64 bits', { isBig: true }],
    ['both', { isLittle: false, isBig: true }],
  ])('with %s are shown', async (_, form) => {
    await expectLevels(rgbTiff([whole], { [TiffTag.compression]: [1] }, form));
  });

  it('in tiles are shown', async () => {
    const tiles = [0, 16].flatMap((y) =>
      [0, 16, 32].map((x) => samplesOf({ samples: 3, rows: [y, 16], columns: [x, 16] })),
    );
    await expectLevels(
      rgbTiff(
        tiles.map((tile) => deflateSync(tile)),
        { [TiffTag.compression]: [8], [TiffTag.tileWidth]: [16], [TiffTag.tileLength]: [16] },
      ),
    );
  });

  it('in planes are shown', async () => {
    const planes = [0, 1, 2].map((plane) =>
      samplesOf({ samples: 1, sampleAt: (x, y) => level(x, y, plane) }),
    );
    await expectLevels(rgbTiff(planes, { [TiffTag.planar]: [2] }));
  });

  it('whose bits are reversed are shown', async () => {
    const turned = whole.map((byte) => Number.parseInt(reversed(byte.toString(2).padStart(8, '0')), 2));
    await expectLevels(rgbTiff([Buffer.from(turned)], { [TiffTag.fillOrder]: [2] }));
  });

  it.each([
    ['of 8 bits', 8, true],
    ['of 16 bits', 16, true],
    ['of 16 bits in the other order', 16, false],
  ] as const)('that are differences %s are shown', async (_, bits, isLittle) => {
    // Of 16 bits, the level in both halves is 257 times the level.
    const difference = (x: number, y: number, sample: number): number => {
      const factor = bits === 16 ? 257 : 1;
      return (level(x, y, sample) - (x === 0 ? 0 : level(x - 1, y, sample))) * factor;
    };
    const data = Buffer.alloc((whole.length * bits) / 8);
    for (let index = 0; index < whole.length; index += 1) {
      const pixel = Math.floor(index / 3);
      const value = difference(pixel % width, Math.floor(pixel / width), index % 3);
      if (bits === 8) data[index] = value;
      else if (isLittle) data.writeUInt16LE(value & 0xffff, 2 * index);
      else data.writeUInt16BE(value & 0xffff, 2 * index);
    }
    const fields = {
      [TiffTag.compression]: [8],
      [TiffTag.predictor]: [2],
      [TiffTag.bitsPerSample]: [bits, bits, bits],
    };
    const file = rgbTiff([deflateSync(data)], fields, { isLittle });
    await expectLevels(file);
    expect((await read(file))[0]?.bitDepth).toBe(bits);
  });

  it('of a palette are shown, also of one with 8 bits', async () => {
    const values = samplesOf({ samples: 1, sampleAt: (x, y) => (x + y) % 4 });
    const packed = Buffer.from(
      Array.from({ length: values.length / 4 }, (_, index) =>
        [...values.subarray(4 * index, 4 * index + 4)].reduce((sum, value) => (sum << 2) | value, 0),
      ),
    );
    for (const factor of [1, 257]) {
      const colorMap = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120].map((value) => value * factor);
      const fields = {
        [TiffTag.bitsPerSample]: [2],
        [TiffTag.photometric]: [3],
        [TiffTag.colorMap]: colorMap,
      };
      const at = await shownPicture(tiff([{ ...size, data: [packed], fields }]), size);
      expect([at(0, 0), at(1, 0), at(2, 5)]).toEqual([
        [10, 50, 90],
        [20, 60, 100],
        [40, 80, 120],
      ]);
    }
  });

  it('of inks stay inks', async () => {
    const data = samplesOf({ samples: 4 });
    const fields = {
      [TiffTag.bitsPerSample]: [8, 8, 8, 8],
      [TiffTag.photometric]: [inks],
      [TiffTag.samplesPerPixel]: [4],
    };
    const [picture] = await read(tiff([{ ...size, data: [data], fields }]));
    expect(picture?.colours).toEqual({ model: 'cmyk', inverted: false });
  });

  it.each([
    ['whose white is 0', 0],
    ['whose black is 0', 1],
  ])('of gray %s are shown', async (_, photometric) => {
    const data = samplesOf({ samples: 1 });
    const file = tiff([
      {
        ...size,
        data: [data],
        fields: { [TiffTag.bitsPerSample]: [8], [TiffTag.photometric]: [photometric] },
      },
    ]);
    const at = await shownPicture(file, size);
    const shade = photometric === 0 ? 255 - level(7, 3, 0) : level(7, 3, 0);
    expect(at(7, 3)).toEqual([shade, shade, shade]);
  });
});

describe('the opacity of a TIFF', () => {
  const translucent = (kind: number): Buffer => {
    const sampleAt = (x: number, _y: number, sample: number): number =>
      sample === 3 ? (x < 20 ? 255 : 51) : 40;
    const fields = {
      [TiffTag.bitsPerSample]: [8, 8, 8, 8],
      [TiffTag.photometric]: [rgb],
      [TiffTag.samplesPerPixel]: [4],
      [TiffTag.extraSamples]: [kind],
    };
    return tiff([{ ...size, data: [samplesOf({ samples: 4, sampleAt })], fields }]);
  };

  it('is a plane of its own', async () => {
    const [picture] = await read(translucent(2));
    if (!picture) throw new Error('no picture');
    const at = pixelsOf(picture);
    expect([at(3, 3), at(30, 3)]).toEqual([
      [40, 40, 40, 255],
      [40, 40, 40, 51],
    ]);
    expect((await shownPicture(translucent(2), size))(30, 3)).toEqual([212, 212, 212]);
  });

  it('that colours were multiplied by is shown as such', async () => {
    // 40 of 51 are 200 of 255.
    const [red = 0] = (await shownPicture(translucent(1), size))(30, 3);
    expect(Math.abs(red - 244)).toBeLessThan(3);
  });

  it('is ignored if the sample means something else', async () => {
    const [picture] = await read(translucent(0));
    expect(picture?.opacity).toBeUndefined();
    expect((await shownPicture(translucent(0), size))(30, 3)).toEqual([40, 40, 40]);
  });
});

/** Black where the bit is set: a frame and a diagonal. */
const isBlack = (x: number, y: number): boolean => x === 0 || y === 0 || x === 39 || y === 23 || x === y;

function bitmapRows([first, count]: readonly [number, number]): Buffer {
  const rows = Buffer.alloc((width / 8) * count);
  for (let y = 0; y < count; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isBlack(x, first + y)) rows[y * 5 + (x >> 3)] = (rows[y * 5 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return rows;
}

const group4 = (rows: readonly [number, number]): Buffer =>
  Buffer.from(encodeGroup4({ width, height: rows[1], data: bitmapRows(rows) }, 0, 10_000) ?? []);

/** Expects the drawing, or its negative. */
async function expectDrawing(file: Buffer, isNegative = false): Promise<void> {
  const at = await shownPicture(file, size);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = isBlack(x, y) !== isNegative;
      expect(at(x, y), `${x}, ${y}`).toEqual(isDark ? [0, 0, 0] : [255, 255, 255]);
    }
  }
}

describe('a TIFF in two colours', () => {
  const fax = (data: readonly Buffer[], fields: Record<number, TiffValues>): Buffer =>
    tiff([{ ...size, data, fields: { [TiffTag.photometric]: [0], ...fields } }]);

  it('of Group 4 in one strip keeps its data', async () => {
    const data = group4([0, height]);
    const file = fax([data], { [TiffTag.compression]: [4] });
    const [picture] = await read(file);
    expect(picture?.data).toMatchObject({ encoding: 'fax', dimensions: 'two', white: 1 });
    expect(Buffer.from(picture?.data.bytes ?? [])).toEqual(data);
    await expectDrawing(file);
  });

  it('of Group 4 whose black is 0 is its negative', async () => {
    await expectDrawing(
      fax([group4([0, height])], { [TiffTag.compression]: [4], [TiffTag.photometric]: [1] }),
      true,
    );
  });

  it('of Group 4 in several strips is shown', async () => {
    const data = [group4([0, 10]), group4([10, 10]), group4([20, 4])];
    await expectDrawing(fax(data, { [TiffTag.compression]: [4], [TiffTag.rowsPerStrip]: [10] }));
  });

  it('that is not compressed becomes Group 4', async () => {
    const file = fax([bitmapRows([0, height])], { [TiffTag.compression]: [1] });
    expect((await read(file))[0]?.data.encoding).toBe('fax');
    await expectDrawing(file);
  });

  it('whose lines are coded in one dimension is shown', async () => {
    // A line of 40 white pixels, and one of 8 white, 24 black and 8 white, as libtiff codes them.
    const line = (isBlank: boolean): string => (isBlank ? '00101001' : '100110000001011110011');
    const codes = Array.from({ length: height }, (_, y) => `000000000001${line(y % 2 === 0)}`).join('');
    const bytes = Buffer.from(
      (codes.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    );
    const at = await shownPicture(fax([bytes], { [TiffTag.compression]: [3] }), size);
    expect([at(10, 0), at(10, 1), at(7, 1), at(31, 1), at(32, 1)]).toEqual(
      [255, 0, 255, 0, 255].map((shade) => [shade, shade, shade]),
    );
  });
});

describe('a TIFF of JPEG data', () => {
  const [side, rows] = [48, 16];
  const canvas = createCanvas(side, 40);
  const context = canvas.getContext('2d');
  for (let x = 0; x < side; x += 8) {
    for (let y = 0; y < 40; y += 8) {
      context.fillStyle = `rgb(${x * 5}, ${y * 6}, ${255 - x * 4})`;
      context.fillRect(x, y, 8, 8);
    }
  }
  /** A JPEG of some rows, without the segments for programs. */
  const stripOf = (first: number, count: number): Buffer => {
    const part = createCanvas(side, count);
    part.getContext('2d').drawImage(canvas, 0, first, side, count, 0, 0, side, count);
    const jpeg = part.toBuffer('image/jpeg', 100);
    const kept = [jpeg.subarray(0, 2)];
    for (let at = 2; at < jpeg.length;) {
      const marker = jpeg[at + 1] ?? 0;
      const end = marker === 0xda ? jpeg.length : at + 2 + jpeg.readUInt16BE(at + 2);
      if (marker < 0xe0) kept.push(jpeg.subarray(at, end));
      at = end;
    }
    return Buffer.concat(kept);
  };
  const fields = { ...rgbFields, [TiffTag.photometric]: [6], [TiffTag.compression]: [7] };
  const expectBlocks = async (file: Buffer): Promise<void> => {
    const at = await shownPicture(file, { width: side, height: 40 });
    for (const [x, y] of [
      [4, 4],
      [20, 12],
      [44, 20],
      [4, 36],
      [44, 36],
    ] as const) {
      const expected = context.getImageData(x, y, 1, 1).data;
      at(x, y).forEach((value, sample) => {
        expect(Math.abs(value - (expected[sample] ?? 0)), `${x}, ${y}`).toBeLessThan(6);
      });
    }
  };

  it('in one strip keeps them', async () => {
    const file = tiff([{ width: side, height: 40, data: [stripOf(0, 40)], fields }]);
    const [picture] = await read(file);
    expect(picture?.data).toMatchObject({ encoding: 'jpeg', isPlainRgb: false });
    await expectBlocks(file);
  });

  it('in several strips with equal tables joins them without decoding', async () => {
    const strip = stripOf(0, rows);
    const data = [strip, strip, strip];
    const file = tiff([
      { width: side, height: 48, data, fields: { ...fields, [TiffTag.rowsPerStrip]: [rows] } },
    ]);
    const [picture] = await read(file);
    expect(picture?.data.encoding).toBe('jpeg');
    const at = await shownPicture(file, { width: side, height: 48 });
    for (const y of [4, 12, 20, 28, 36, 44]) {
      for (const x of [4, 20, 44]) expect(at(x, y), `${x}, ${y}`).toEqual(at(x, y % rows));
    }
    const expected = context.getImageData(20, 12, 1, 1).data;
    at(20, 44).forEach((value, sample) => {
      expect(Math.abs(value - (expected[sample] ?? 0))).toBeLessThan(6);
    });
  });

  it('in strips with tables of their own decodes them', async () => {
    const data = [stripOf(0, rows), stripOf(16, rows), stripOf(32, 8)];
    const file = tiff([
      { width: side, height: 40, data, fields: { ...fields, [TiffTag.rowsPerStrip]: [rows] } },
    ]);
    const [picture] = await read(file);
    expect(picture?.data.encoding).toBe('rows');
    await expectBlocks(file);
  });

  it('in strips that do not end with a block decodes them', async () => {
    const data = [stripOf(0, 10), stripOf(10, 10), stripOf(20, 10), stripOf(30, 10)];
    const file = tiff([
      { width: side, height: 40, data, fields: { ...fields, [TiffTag.rowsPerStrip]: [10] } },
    ]);
    const [picture] = await read(file);
    expect(picture?.data.encoding).toBe('rows');
    const at = await shownPicture(file, { width: side, height: 40 });
    expect(at(4, 4)[2]).toBeGreaterThan(240);
    expect(at(44, 36)[2]).toBeLessThan(110);
  });
});

describe('the directory of a TIFF', () => {
  const one = (fields: Record<number, TiffValues>): TiffPicture => ({
    ...size,
    data: [whole],
    fields: { ...rgbFields, ...fields },
  });

  it.each([
    ['inches', 2, 300, 300],
    ['centimetres', 3, 300, 762],
    ['no unit', 1, 300, undefined],
  ])('has a density in %s', async (_, unit, across, perInch) => {
    const fields = {
      [TiffTag.densityAcross]: [across],
      [TiffTag.densityAlong]: [across],
      [TiffTag.densityUnit]: [unit],
    };
    const [picture] = await read(tiff([one(fields)]));
    expect(picture?.density).toEqual(perInch && { across: perInch, along: perInch });
  });

  it('has the orientation and the profile', async () => {
    const profile = iccProfile('RGB ');
    const [picture] = await read(tiff([one({ [TiffTag.orientation]: [6], [TiffTag.profile]: profile })]));
    expect(picture?.orientation).toBe(6);
    expect(Buffer.from(picture?.profile ?? [])).toEqual(profile);
  });

  it('is one of several, of which those for smaller copies are left out', async () => {
    const small = { ...one({ [TiffTag.subfileType]: [1] }), width: 10, height: 10 };
    const file = tiff([small, one({}), { ...one({}), height: 20 }]);
    expect((await read(file)).map((picture) => picture.height)).toEqual([24, 20]);
    expect(await read(tiff([small]))).toHaveLength(1);
  });

  it.each([
    ['a compression', { [TiffTag.compression]: [50_000] }, /compression/],
    ['samples of 32 bits', { [TiffTag.bitsPerSample]: [32, 32, 32] }, /depth/],
    ['samples of several depths', { [TiffTag.bitsPerSample]: [8, 8, 16] }, /depth/],
    ['a color space', { [TiffTag.photometric]: [8] }, /color space/],
    ['a predictor', { [TiffTag.compression]: [8], [TiffTag.predictor]: [3] }, /predictor/],
    ['numbers with a point', { 339: [3, 3, 3] }, /sample format/],
  ])('with %s that is not supported is rejected as such', async (_, fields, message) => {
    const read1 = read(tiff([one(fields)]));
    await expect(read1).rejects.toMatchObject({
      code: 'invalid-file-type',
      predicate: expect.stringMatching(message) as string,
    });
  });
});
