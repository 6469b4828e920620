import { describe, expect, it } from 'vitest';
import { openJpegCodec, type RgbPixels } from '#lib/engines/pictures/jpeg/codec.ts';
import { photoJpeg, photoPixels } from '../../../support/image-pdf.ts';

const codec = await openJpegCodec();
const [width, height] = [97, 61];
const jpeg = photoJpeg(width, height);

/** The largest difference of a sample to those of the photo. */
function farthest({ data }: RgbPixels): number {
  const photo = photoPixels(width, height);
  let most = 0;
  for (const [at, sample] of photo.entries()) {
    const shown = data[Math.floor(at / 3) * 4 + (at % 3)] ?? 0;
    most = Math.max(most, Math.abs(sample - shown));
  }
  return most;
}

describe('the JPEG codec', () => {
  it('decodes and encodes', () => {
    const decoded = codec.decode(jpeg);
    if (!decoded) throw new Error('the JPEG is not decoded');
    expect([decoded.width, decoded.height]).toEqual([width, height]);
    expect(farthest(decoded)).toBeLessThan(40);
    const encoded = codec.encode(decoded, { quality: 95, isGray: false });
    const again = encoded && codec.decode(encoded);
    expect(again && farthest(again)).toBeLessThan(40);
  });

  it('encodes worse for a lower quality, and gray with one component', () => {
    const pixels = codec.decode(jpeg);
    if (!pixels) throw new Error('the JPEG is not decoded');
    const sizes = [20, 60, 95].map(
      (quality) => codec.encode(pixels, { quality, isGray: false })?.length ?? 0,
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    const gray = codec.encode(pixels, { quality: 60, isGray: true });
    expect(gray?.length).toBeLessThan(sizes[1] ?? 0);
  });

  it('returns pixels that later calls do not change', () => {
    const first = codec.decode(jpeg);
    const before = Buffer.from(first?.data ?? []);
    codec.decode(photoJpeg(width, height, 30));
    expect(before.equals(first?.data ?? Buffer.alloc(0))).toBe(true);
  });

  it('survives damaged data, and decodes the next picture', () => {
    const noFrame = jpeg.subarray(0, 40);
    for (let at = 200; at < jpeg.length; at += 11) {
      const damaged = Buffer.from(jpeg);
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
      codec.decode(damaged);
    }
    expect(codec.decode(noFrame)).toBeUndefined();
    expect(codec.decode(jpeg)?.width).toBe(width);
  });

  it('gives up after many failures, each of which leaves memory behind', async () => {
    const other = await openJpegCodec();
    for (let time = 0; time < 16; time += 1) expect(other.decode(Buffer.from('no JPEG'))).toBeUndefined();
    expect(other.decode(jpeg)).toBeUndefined();
  });
});
