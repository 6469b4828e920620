import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { readWebp } from '#lib/engines/pictures/webp/read-webp.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { exifOf } from '../../../support/jpeg.ts';
import { decodePicture } from '../../../support/picture.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { extendedWebp, webp, webpChunk } from '../../../support/webp.ts';

const read = (file: Buffer) => readPicture(file, new PictureBudget());

/** Colours in bands, on the left half of a transparent picture, or on all of an opaque one. */
function drawn(isOpaque: boolean, quality: number): Buffer {
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext('2d');
  for (let x = 0; x < (isOpaque ? 60 : 30); x += 1) {
    context.fillStyle = `rgb(${x * 4}, ${255 - x * 4}, ${(x * 50) % 256})`;
    context.fillRect(x, 0, 1, 40);
  }
  return canvas.toBuffer('image/webp', quality);
}

describe('a WebP', () => {
  it.each([
    ['lossless and opaque', drawn(true, 100)],
    ['lossy and opaque', drawn(true, 60)],
    ['lossless with opacity', drawn(false, 100)],
    ['lossy with opacity', drawn(false, 60)],
  ])('that is %s has its pixels', async (name, file) => {
    const picture = await read(file);
    const [at, expected] = [pixelsOf(picture), await decodePicture(file)];
    expect([picture.width, picture.height]).toEqual([60, 40]);
    expect(picture.opacity !== undefined).toBe(name.includes('with opacity'));
    for (let x = 0; x < 60; x += 1) {
      for (const y of [0, 1, 20, 39]) {
        const [ours, theirs] = [at(x, y), expected.at(x, y)];
        expect(ours[3]).toBe(theirs[3]);
        if (ours[3] === 255) expect(ours).toEqual(theirs);
      }
    }
  });

  it('has its profile and its orientation', async () => {
    const profile = iccProfile('RGB ');
    const chunks = [webpChunk('EXIF', exifOf(8)), webpChunk('ICCP', profile)];
    const picture = await read(extendedWebp(drawn(true, 60), { width: 60, height: 40 }, ...chunks));
    expect(picture.orientation).toBe(8);
    expect(Buffer.from(picture.profile ?? [])).toEqual(profile);
  });

  /** An animation of one picture at 4, 6. */
  const animated = (canvas: { width: number; height: number }, frame = { width: 60, height: 40 }): Buffer => {
    const head = Buffer.alloc(16);
    for (const [index, value] of [2, 3, frame.width - 1, frame.height - 1].entries()) {
      head.writeUIntLE(value, 3 * index, 3);
    }
    const still = drawn(true, 100).subarray(12);
    const header = Buffer.alloc(10);
    header.writeUIntLE(canvas.width - 1, 4, 3);
    header.writeUIntLE(canvas.height - 1, 7, 3);
    const chunk = webpChunk('ANMF', Buffer.concat([head, still]));
    return webp(webpChunk('VP8X', header), webpChunk('ANIM', Buffer.alloc(6)), chunk, chunk);
  };

  it('is rejected if it is animated', async () => {
    await expect(read(animated({ width: 70, height: 50 }))).rejects.toMatchObject({
      code: 'invalid-file-type',
    });
  });

  it('that is animated has the first picture on its canvas, for those who ask for it', async () => {
    const picture = await readWebp(animated({ width: 70, height: 50 }), new PictureBudget(), 'first');
    expect(picture).toMatchObject({ width: 70, height: 50, isAnimated: true });
    const [at, expected] = [pixelsOf(picture), await decodePicture(drawn(true, 100))];
    expect([at(3, 6)[3], at(4, 5)[3], at(64, 46)[3]]).toEqual([0, 0, 0]);
    expect([at(4, 6), at(63, 45)]).toEqual([expected.at(0, 0), expected.at(59, 39)]);
  });

  it.each([
    ['outside of its canvas', animated({ width: 62, height: 50 })],
    ['of another size than it says', animated({ width: 70, height: 50 }, { width: 59, height: 40 })],
  ])('that is animated and has a picture %s is damaged', async (_, file) => {
    const picture = readWebp(file, new PictureBudget(), 'first');
    await expect(picture).rejects.toMatchObject({ code: 'damaged-document' });
  });

  it.each([
    ['cut off', drawn(true, 60).subarray(0, -10)],
    ['of another size than it says', extendedWebp(drawn(true, 60), { width: 61, height: 40 })],
    ['without a picture', extendedWebp(Buffer.alloc(12), { width: 60, height: 40 })],
    ['not decodable', Buffer.from(drawn(true, 60)).fill(0x55, 34)],
  ])('is damaged if it is %s', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'damaged-document' });
  });
});
