import { createCanvas } from '@napi-rs/canvas';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { limits } from '#lib/base/limits.ts';
import { encodeGroup4 } from '#lib/engines/pictures/ccitt/group4-encoder.ts';
import type { Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { pictureKindOf } from '#lib/engines/pictures/picture-kind.ts';
import { readPictures } from '#lib/engines/pictures/read-pictures.ts';
import { bmp, gif, lzw, packBits } from '../../../support/picture-encoders.ts';
import { plainPng } from '../../../support/png.ts';
import { pictureMutant } from '../../../support/picture-mutant.ts';
import { tiff, type TiffPicture, TiffTag, type TiffValues } from '../../../support/tiff.ts';
import { twoColourJpeg } from '../../../support/jpeg.ts';

const read = async (file: Buffer, budget = new PictureBudget()): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  for await (const picture of readPictures(file, budget)) pictures.push(picture);
  return pictures;
};

const side = Math.ceil(Math.sqrt(limits.picturePixels)) + 1;
const palette = Buffer.alloc(768);
const lzwOf = (bytes: Uint8Array): Buffer => lzw(bytes, { symbolBits: 8, isReversed: false, early: 1 });

/** A picture of gray samples. */
const gray = (
  size: { width: number; height: number },
  data: readonly Buffer[],
  fields: Record<number, TiffValues> = {},
): TiffPicture => ({
  ...size,
  data,
  fields: { [TiffTag.bitsPerSample]: [8], [TiffTag.photometric]: [1], ...fields },
});

const small = { width: 10, height: 10 };

describe('a picture with more pixels than a request may have', () => {
  const one = Buffer.alloc(1);

  it.each([
    ['GIF', gif({ width: side, height: side, palette }, { width: 1, height: 1, indices: one })],
    [
      'GIF whose picture is that large',
      gif({ width: 1, height: 1, palette }, { width: side, height: side, indices: one }),
    ],
    ['BMP', bmp({ width: side, height: side, bits: 24 }, one)],
    ['BMP of 2,147 million rows', bmp({ width: 1, height: -0x7fff_ffff, bits: 24 }, one)],
    ['TIFF', tiff([gray({ width: side, height: side }, [one])])],
    ['TIFF with a side of 4,000 million', tiff([gray({ width: 0xffff_fff0, height: 1 }, [one])])],
    [
      'TIFF of many pages',
      tiff(
        Array.from({ length: 60 }, () =>
          gray({ width: 1000, height: 1000 }, [deflateSync(Buffer.alloc(1_000_000))], {
            [TiffTag.compression]: [8],
          }),
        ),
      ),
    ],
  ])('is rejected: a %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
  });
});

describe('a TIFF', () => {
  const bomb = deflateSync(Buffer.alloc(100_000_000));

  it.each([
    ['a strip that is a zlib bomb', tiff([gray(small, [bomb], { [TiffTag.compression]: [8] })])],
    [
      'a strip that is an LZW bomb',
      tiff([gray(small, [lzwOf(Buffer.alloc(3_000_000))], { [TiffTag.compression]: [5] })]),
    ],
    ['fewer data than its pixels', tiff([gray(small, [Buffer.alloc(99)])])],
    ['fewer strips than rows', tiff([gray(small, [Buffer.alloc(50)], { [TiffTag.rowsPerStrip]: [5] })])],
    ['strips of no rows', tiff([gray(small, [Buffer.alloc(100)], { [TiffTag.rowsPerStrip]: [0] })])],
    [
      'tiles of no width',
      tiff([gray(small, [Buffer.alloc(100)], { [TiffTag.tileWidth]: [0], [TiffTag.tileLength]: [16] })]),
    ],
    ['data beyond its end', tiff([gray(small, [Buffer.alloc(100)], { [TiffTag.offsets]: [5000] })])],
    ['no samples', tiff([gray(small, [Buffer.alloc(100)], { [TiffTag.photometric]: [2] })])],
    [
      'facsimile that is none',
      tiff([{ ...small, data: [Buffer.alloc(20)], fields: { [TiffTag.compression]: [4] } }]),
    ],
    [
      'JPEG data that are none',
      tiff([gray(small, [Buffer.alloc(100, 0xff)], { [TiffTag.compression]: [7] })]),
    ],
    [
      'a JPEG of another size',
      tiff([gray({ width: 16, height: 16 }, [twoColourJpeg(8, 8)], { [TiffTag.compression]: [7] })]),
    ],
    ['no pages', Buffer.from('49492a0000000000', 'hex')],
    ['a page beyond its end', Buffer.from('49492a00ffffff7f', 'hex')],
  ])('with %s is damaged', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });

  it('whose pages form a circle is damaged', async () => {
    const file = tiff([gray(small, [Buffer.alloc(100)])]);
    // The offset of the next page is at the end.
    file.writeUInt32LE(file.readUInt32LE(4), file.length - 4);
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });

  it('with pages that overlap is rejected in linear time', async () => {
    // Each page has thousands of fields, which are the bytes of other pages.
    const file = Buffer.alloc(2_000_000);
    Buffer.from('49492a0008000000', 'hex').copy(file);
    for (let page = 0; page < 40_000; page += 1) {
      const at = 8 + 2 * page;
      file.writeUInt16LE(60_000, at);
      const next = at + 2 + 60_000 * 12;
      file.writeUInt32LE(at + 2, next);
    }
    const started = process.cpuUsage();
    await expect(read(file)).rejects.toBeInstanceOf(InputFault);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });

  it('whose pages share their data is rejected', async () => {
    const data = Buffer.concat([packBits(Buffer.alloc(100)), Buffer.alloc(100_000, 128)]);
    const pages = Array.from({ length: 20 }, (_, index) =>
      gray(small, index === 0 ? [data] : [], {
        [TiffTag.compression]: [32_773],
        ...(index === 0 ? {} : { [TiffTag.offsets]: [8], [TiffTag.byteCounts]: [data.length] }),
      }),
    );
    await expect(read(tiff(pages))).rejects.toMatchObject({
      code: 'damaged-document',
      predicate: expect.stringContaining('share') as string,
    });
  });

  it('with a tile of 4,000 million pixels is rejected', async () => {
    const fields = {
      [TiffTag.compression]: [8],
      [TiffTag.tileWidth]: [65_520],
      [TiffTag.tileLength]: [65_520],
    };
    await expect(read(tiff([gray(small, [bomb], fields)]))).rejects.toMatchObject({ code: 'file-too-large' });
  });

  it('of a million strips is read in linear time', async () => {
    const rows = 1_000_000;
    const file = tiff([
      gray({ width: 1, height: rows }, [Buffer.alloc(1)], {
        [TiffTag.rowsPerStrip]: [1],
        [TiffTag.offsets]: Array<number>(rows).fill(8),
        [TiffTag.byteCounts]: Array<number>(rows).fill(1),
      }),
    ]);
    const started = process.cpuUsage();
    expect(await read(file)).toHaveLength(1);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000_000).toBeLessThan(10);
  });
});

it('a GIF with more codes than pixels is damaged', async () => {
  const file = gif({ ...small, palette }, { ...small, indices: Buffer.alloc(200_000) });
  await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
});

const canvas = createCanvas(24, 16);
canvas.getContext('2d').fillRect(3, 3, 9, 9);
const indices = Buffer.from(Array.from({ length: 24 * 16 }, (_, at) => (at * at) % 7));
const sized = { width: 24, height: 16 };
const samples = Buffer.from(Array.from({ length: 24 * 16 * 3 }, (_, at) => at & 255));
const rgb = (data: readonly Buffer[], fields: Record<number, TiffValues>): TiffPicture => ({
  ...sized,
  data,
  fields: {
    [TiffTag.bitsPerSample]: [8, 8, 8],
    [TiffTag.photometric]: [2],
    [TiffTag.samplesPerPixel]: [3],
    ...fields,
  },
});
const bits = Buffer.from(Array.from({ length: 48 }, (_, at) => (at % 5 === 0 ? 0x3c : 0)));
const fax = Buffer.from(encodeGroup4({ ...sized, data: bits }, 0, 1000) ?? []);

const originals: Readonly<Record<string, Buffer>> = {
  GIF: gif({ width: 30, height: 20, palette }, { ...sized, indices, isInterlaced: true, transparent: 3 }),
  BMP: bmp({ ...sized, bits: 24 }, samples),
  'BMP of runs': bmp(
    { ...sized, bits: 8, coding: 1, palette },
    Buffer.from('0a01000000020201000304050600'.repeat(4) + '0001', 'hex'),
  ),
  'TIFF of LZW': tiff([rgb([lzwOf(samples)], { [TiffTag.compression]: [5], [TiffTag.predictor]: [2] })]),
  'TIFF of strips': tiff([
    rgb([packBits(samples.subarray(0, 576)), packBits(samples.subarray(576))], {
      [TiffTag.compression]: [32_773],
      [TiffTag.rowsPerStrip]: [8],
    }),
  ]),
  'TIFF of Group 4': tiff([{ ...sized, data: [fax], fields: { [TiffTag.compression]: [4] } }]),
  'TIFF of tiles and pages': tiff([
    rgb([deflateSync(Buffer.alloc(768)), deflateSync(Buffer.alloc(768))], {
      [TiffTag.compression]: [8],
      [TiffTag.tileWidth]: [16],
      [TiffTag.tileLength]: [16],
    }),
    rgb([samples.subarray(0, 384), samples.subarray(384, 768), samples.subarray(768)], {
      [TiffTag.planar]: [2],
    }),
  ]),
  'TIFF of JPEG data': tiff([
    rgb([twoColourJpeg(24, 16)], { [TiffTag.compression]: [7], [TiffTag.photometric]: [6] }),
  ]),
  AVIF: canvas.toBuffer('image/avif', { quality: 60 }),
};

describe('a damaged picture', () => {
  it.each(Object.keys(originals))('is read or rejected as a fault of the file: %s', async (name) => {
    const original = originals[name] ?? Buffer.alloc(0);
    expect(await read(original)).not.toHaveLength(0);
    // Each AVIF needs a new instance of the decoder.
    const mutants = name === 'AVIF' ? 200 : 2000;
    for (let seed = 1; seed <= mutants; seed += 1) {
      try {
        await read(pictureMutant(original, seed), new PictureBudget(1_000_000));
      } catch (error) {
        if (!(error instanceof InputFault)) throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });
});

it('the kind of a picture is known by its content', () => {
  const files: Record<string, Buffer> = {
    png: plainPng(1, 1),
    jpeg: twoColourJpeg(8, 8),
    webp: canvas.toBuffer('image/webp', 80),
    gif: originals['GIF'] ?? Buffer.alloc(0),
    tiff: originals['TIFF of LZW'] ?? Buffer.alloc(0),
    bmp: originals['BMP'] ?? Buffer.alloc(0),
    avif: originals['AVIF'] ?? Buffer.alloc(0),
  };
  for (const [kind, file] of Object.entries(files)) expect(pictureKindOf(file)).toBe(kind);
  for (const text of [
    '',
    'BM',
    'BM, a text that begins like a BMP',
    'GIF90a',
    'II',
    '%PDF-1.7',
    '<svg/>',
    'PK\x03\x04',
  ]) {
    expect(pictureKindOf(Buffer.from(text)), text).toBeUndefined();
  }
});

it('a file that is none of the kinds is rejected as such', async () => {
  await expect(read(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({ code: 'invalid-file-type' });
});
