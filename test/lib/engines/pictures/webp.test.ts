import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPicture } from '#lib/engines/pictures/read-picture.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { exifOf } from '../../../support/jpeg.ts';
import { decodePicture } from '../../../support/picture.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';
import { extendedWebp, webpChunk } from '../../../support/webp.ts';

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

  it('is rejected if it is animated', async () => {
    const file = extendedWebp(drawn(true, 60), { width: 60, height: 40 }, webpChunk('ANIM', Buffer.alloc(6)));
    await expect(read(file)).rejects.toMatchObject({ code: 'invalid-file-type' });
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
