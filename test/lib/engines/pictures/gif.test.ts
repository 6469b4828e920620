import { describe, expect, it } from 'vitest';
import type { Picture } from '#lib/engines/pictures/picture.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readGif } from '#lib/engines/pictures/gif/read-gif.ts';
import { gif } from '../../../support/picture-encoders.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { shownPicture } from '../../../support/shown-picture.ts';

const read = (file: Buffer): Promise<Picture> => readGif(file, new PictureBudget());

const [width, height] = [60, 41];
const size = { width, height };
const palette = Buffer.from(Array.from({ length: 768 }, (_, at) => (at * 7) & 255));
const indices = Buffer.from(Array.from({ length: width * height }, (_, at) => (at * at) % 251));
const colourOf = (index: number): number[] => [...palette.subarray(3 * index, 3 * index + 3)];

describe('a GIF', () => {
  it.each([
    ['with a common palette', gif({ ...size, palette }, { ...size, indices })],
    ['with a palette of its own', gif(size, { ...size, indices, palette })],
    ['that is interlaced', gif({ ...size, palette }, { ...size, indices, isInterlaced: true })],
    ['without its end', gif({ ...size, palette }, { ...size, indices }).subarray(0, -1)],
  ])('%s has its pixels', async (_, file) => {
    const picture = await read(file);
    expect(picture).toMatchObject({ width, height, bitDepth: 8, isAnimated: false });
    const at = await shownPicture(file, size);
    for (let y = 0; y < height; y += 5) {
      for (let x = 0; x < width; x += 1) expect(at(x, y)).toEqual(colourOf(indices[y * width + x] ?? 0));
    }
  });

  it('of few colours has few bits for each pixel', async () => {
    const few = indices.map((index) => index % 3);
    expect((await read(gif({ ...size, palette }, { ...size, indices: few }))).bitDepth).toBe(2);
    const two = indices.map((index) => index % 2);
    const file = gif({ ...size, palette }, { ...size, indices: two });
    expect((await read(file)).bitDepth).toBe(1);
    const at = await shownPicture(file, size);
    expect([at(0, 0), at(1, 0)]).toEqual([colourOf(0), colourOf(1)]);
  });

  it('of all shades of gray is gray', async () => {
    const grays = Buffer.from(Array.from({ length: 768 }, (_, at) => Math.floor(at / 3)));
    const used = Buffer.from(Array.from({ length: width * height }, (_, at) => at % 256));
    const picture = await read(gif({ ...size, palette: grays }, { ...size, indices: used }));
    expect(picture.colours).toEqual({ model: 'gray' });
  });

  it('has a transparent colour', async () => {
    const picture = await read(gif({ ...size, palette }, { ...size, indices, transparent: indices[5] ?? 0 }));
    const at = pixelsOf(picture);
    expect([at(5, 0)[3], at(6, 0)[3]]).toEqual([0, 255]);
  });

  it('is at its place on the canvas', async () => {
    const small = gif(
      { width: 100, height: 80, palette },
      { left: 30, top: 20, ...size, indices, transparent: 255 },
    );
    const picture = await read(small);
    expect(picture).toMatchObject({ width: 100, height: 80 });
    const at = pixelsOf(picture);
    expect([at(29, 20)[3], at(30, 19)[3], at(30, 20)[3], at(89, 60)[3], at(90, 60)[3]]).toEqual([
      0, 0, 255, 255, 0,
    ]);
    expect(at(31, 20).slice(0, 3)).toEqual(colourOf(indices[1] ?? 0));
  });

  it('that is larger than its canvas enlarges it', async () => {
    expect(await read(gif({ width: 1, height: 1, palette }, { ...size, indices }))).toMatchObject(size);
  });

  it('of several pictures is the first of them, and an animation', async () => {
    const second = indices.map(() => 0);
    const file = gif({ ...size, palette }, { ...size, indices }, { ...size, indices: second });
    const picture = await read(file);
    expect(picture.isAnimated).toBe(true);
    expect(pixelsOf(picture)(9, 0).slice(0, 3)).toEqual(colourOf(indices[9] ?? 0));
  });

  it.each([
    ['without a picture', gif({ ...size, palette })],
    ['without a palette', gif(size, { ...size, indices })],
    ['with too few pixels', gif({ ...size, palette }, { ...size, indices: indices.subarray(0, -1) })],
    ['without pixels', gif({ ...size, palette }, { width: 0, height: 5, indices })],
    ['that is cut off', gif({ ...size, palette }, { ...size, indices }).subarray(0, 1000)],
    ['that ends after its header', gif({ ...size, palette }, { ...size, indices }).subarray(0, 20)],
  ])('%s is damaged', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });
});
