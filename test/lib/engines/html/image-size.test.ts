import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { imageSize } from '#lib/engines/html/image-size.ts';

const canvas = createCanvas(321, 123);
const context = canvas.getContext('2d');
context.fillStyle = 'rgba(10, 200, 30, 0.5)';
context.fillRect(0, 0, 200, 100);

/** A chunk of a WebP (WebP Container Specification). */
const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.from(`${type}0000`);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
};
const webp = (...chunks: Buffer[]): Buffer => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

describe('the size of an image', () => {
  it.each([
    ['PNG', canvas.toBuffer('image/png')],
    ['JPEG', canvas.toBuffer('image/jpeg')],
    ['WebP', canvas.toBuffer('image/webp')],
  ])('is read from a %s', (_, image) => {
    expect(imageSize(image)).toEqual({ width: 321, height: 123 });
  });

  it.each([
    ['VP8X', Buffer.from([0x10, 0, 0, 0, 0x3f, 1, 0, 0x59, 2, 0]), { width: 320, height: 602 }],
    ['VP8L', Buffer.from([0x2f, 0x3f, 0x41, 0x96, 0x00, 0, 0, 0, 0, 0]), { width: 320, height: 602 }],
    ['VP8 ', Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0x5a, 2]), { width: 320, height: 602 }],
  ])('is read from each kind of WebP: %s', (type, data, size) => {
    expect(imageSize(webp(chunk(type, data)))).toEqual(size);
  });

  it('throws for other bytes', () => {
    expect(() => imageSize(Buffer.from('GIF89a and more bytes than sixteen'))).toThrow('neither');
    expect(() =>
      imageSize(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Array<number>(20).fill(0)])),
    ).toThrow('no frame header');
  });
});
