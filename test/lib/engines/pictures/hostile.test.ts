import { createCanvas } from '@napi-rs/canvas';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { limits } from '#lib/base/limits.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { jpegSegment, twoColourJpeg, withSegments } from '../../../support/jpeg.ts';
import { expectLinearTime } from '../../../support/linear-time.ts';
import { plainPng, png, pngChunk, pngHeader } from '../../../support/png.ts';
import { encodePng } from '../../../support/png-encoder.ts';
import { pictureMutant } from '../../../support/picture-mutant.ts';
import { extendedWebp, webp, webpChunk } from '../../../support/webp.ts';

const read = (file: Buffer, budget = new PictureBudget()) => readPicture(file, budget);

const [rgb, gray] = [2, 0];
const zeros = (bytes: number): Buffer => pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)));
const header = (width: number, height: number, colourType = rgb): Buffer =>
  pngHeader({ width, height, bitDepth: 8, colourType });

describe('a picture with more pixels than a request may have', () => {
  const side = Math.ceil(Math.sqrt(limits.picturePixels)) + 1;
  const jpeg = twoColourJpeg(8, 8);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const lying = Buffer.from(jpeg);
  lying.writeUInt32BE(side * 65_536 + side, frame + 5);
  const lossless = webp(webpChunk('VP8L', Buffer.from('2fffffff0f00000000', 'hex')));

  it.each([
    ['PNG', png(header(side, side), zeros(10))],
    ['PNG with a side of 2 billion', png(header(0x7fff_ffff, 0x7fff_ffff), zeros(10))],
    ['JPEG', lying],
    ['WebP', lossless],
  ])('is rejected before it is decoded: a %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
  });

  it('is rejected if it is one of several', async () => {
    const budget = new PictureBudget(15_000);
    await read(plainPng(100, 100), budget);
    await expect(read(plainPng(100, 100), budget)).rejects.toMatchObject({ code: 'file-too-large' });
  });
});

describe('a PNG', () => {
  it.each([
    ['more data than its pixels', png(header(10, 10), zeros(50_000_000))],
    ['fewer data than its pixels', png(header(10, 10), zeros(309))],
    ['no data', png(header(10, 10))],
    ['data that are not zlib data', png(header(10, 10), pngChunk('IDAT', Buffer.alloc(100, 1)))],
    ['an unknown filter', png(header(1, 1, gray), pngChunk('IDAT', deflateSync(Buffer.from([5, 0]))))],
    ['a palette and none', png(header(1, 1, 3), zeros(2))],
    ['two headers', png(header(1, 1), header(9, 9), zeros(4))],
    ['no header', png(zeros(4))],
    ['nothing', png()],
    ['a header of a type that there is not', png(header(1, 1, 1), zeros(4))],
    ['no end', plainPng(10, 10).subarray(0, -12)],
    ['a wrong checksum', plainPng(10, 10).fill(1, 45, 47)],
  ])('is damaged if it has %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });

  it('of one column is read in linear time', async () => {
    const column = (rows: number) =>
      png(header(1, rows, 4), pngChunk('IDAT', deflateSync(Buffer.alloc(3 * rows))));
    await expectLinearTime(250_000, column, (file) => read(file));
  });

  it('has no profile if that is a bomb', async () => {
    const profile = Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(50_000_000))]);
    const file = png(header(1, 1), pngChunk('iCCP', profile), zeros(4));
    expect((await read(file)).profile).toBeUndefined();
  });

  it('that is interlaced is limited by its bytes in memory', async () => {
    const file = png(
      pngHeader({ width: 5000, height: 9000, bitDepth: 16, colourType: 6, interlace: 1 }),
      zeros(10),
    );
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
  });

  it('of a million chunks is rejected', async () => {
    const file = png(header(1, 1), Buffer.alloc(12_000_000, pngChunk('teXt')), zeros(4));
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
  });
});

describe('a JPEG', () => {
  it('of a million segments is rejected', async () => {
    const file = withSegments(
      twoColourJpeg(8, 8),
      Buffer.alloc(4_000_000, jpegSegment(0xef, Buffer.alloc(0))),
    );
    await expect(read(file)).rejects.toMatchObject({ code: 'file-too-large' });
  });
});

it('a file that is none of the kinds is rejected as such', async () => {
  for (const text of ['', 'GIF89a', '%PDF-1.7', 'RIFFxxxxWAVE']) {
    await expect(read(Buffer.from(text))).rejects.toMatchObject({ code: 'invalid-file-type' });
  }
});

const canvas = createCanvas(24, 16);
canvas.getContext('2d').fillRect(3, 3, 9, 9);

const originals: Readonly<Record<string, Buffer>> = {
  PNG: encodePng({ width: 24, height: 16, bitDepth: 8, colourType: 6 }, (x, y) => x * y),
  'interlaced PNG': encodePng(
    { width: 24, height: 16, bitDepth: 2, colourType: 0, interlace: 1 },
    (x, y) => (x * y) % 4,
  ),
  JPEG: twoColourJpeg(24, 16),
  'lossless WebP': canvas.toBuffer('image/webp', 100),
  'lossy WebP': extendedWebp(canvas.toBuffer('image/webp', 50), { width: 24, height: 16 }),
};

describe('a damaged picture', () => {
  it.each(Object.keys(originals))('is read or rejected as a fault of the file: %s', async (name) => {
    const original = originals[name] ?? Buffer.alloc(0);
    // Each WebP needs a new instance of the decoder.
    const mutants = name.endsWith('WebP') ? 300 : 2000;
    for (let seed = 1; seed <= mutants; seed += 1) {
      try {
        await read(pictureMutant(original, seed), new PictureBudget(1_000_000));
      } catch (error) {
        if (!(error instanceof InputFault)) throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  });
});
