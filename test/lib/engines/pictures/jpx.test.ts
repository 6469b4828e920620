import { describe, expect, it } from 'vitest';
import { openJpxDecoder } from '#lib/engines/pictures/jpx/decoder.ts';
import { jpxHeaderOf } from '#lib/engines/pictures/jpx/header.ts';
import { photoPixels } from '../../../support/image-pdf.ts';
import { jp2Of, jpxBox, jpxOf } from '../../../support/jpx.ts';

const [width, height] = [97, 61];
const pixels = photoPixels(width, height);
const codestream = await jpxOf(pixels, width, height);
const decoder = await openJpxDecoder();

/** The codestream with other bytes. */
function changed(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(codestream);
  copy.set(bytes, at);
  return copy;
}

describe('JPEG 2000', () => {
  it('is decoded, as a codestream and as a file', () => {
    for (const file of [codestream, jp2Of(codestream, 16)]) {
      const decoded = decoder.decode(file);
      expect(decoded).toMatchObject({ width, height, components: 3 });
      expect(Buffer.compare(decoded?.data ?? Buffer.alloc(0), pixels)).toBe(0);
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('no JPEG 2000'.repeat(9))],
    ['brightness and differences', jp2Of(codestream, 18)],
    ['a palette', jp2Of(codestream, 16, jpxBox('pclr', Buffer.alloc(9)))],
    ['a file without a codestream', jp2Of(Buffer.alloc(0), 16)],
    ['a box that is cut off', jp2Of(codestream, 16).subarray(0, 60)],
    ['samples of 12 bits', changed(42, 11)],
    ['half as many samples', changed(43, 2, 2)],
    ['no pixels', changed(8, 0, 0, 0, 0)],
    ['a million tiles', changed(24, 0, 0, 0, 1, 0, 0, 0, 1)],
    ['tiles without a size', changed(24, 0, 0, 0, 0)],
    ['more components than it describes', changed(40, 0xff, 0xff)],
  ])('is not accepted with %s', (_, file) => {
    expect(jpxHeaderOf(file)).toBeUndefined();
    expect(decoder.decode(file)).toBeUndefined();
  });

  it('survives damaged data, and decodes the next picture', () => {
    for (let at = 60; at < codestream.length; at += 97) decoder.decode(changed(at, 0x5a));
    expect(decoder.decode(codestream)?.width).toBe(width);
  });
});
