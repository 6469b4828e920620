import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { readAvif } from '#lib/engines/pictures/avif/read-avif.ts';
import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { iccProfile } from '../../../support/icc-profile.ts';
import { pixelsOf } from '../../../support/picture-pixels.ts';

const read = (file: Buffer, budget = new PictureBudget()) => readAvif(file, budget);

const [width, height] = [64, 48];
const canvas = createCanvas(width, height);
const context = canvas.getContext('2d');
context.fillStyle = '#ff0000';
context.fillRect(0, 0, 32, 48);
context.fillStyle = 'rgba(0, 0, 255, 0.5)';
context.fillRect(32, 0, 32, 48);
const translucent = canvas.toBuffer('image/avif', { quality: 100 });
context.fillStyle = '#0000ff';
context.fillRect(32, 0, 32, 48);
const opaque = canvas.toBuffer('image/avif', { quality: 100 });

/** A red picture and a blue one, as libavif writes them. */
const sequence = Buffer.from(
  [
    'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGlj',
    'dAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPlAAAAJwAAAChpaW5mAAAAAAABAAAA',
    'GmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgI',
    'AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAACxm1vb3YAAAB4bXZoZAEAAAAA',
    'AAAA5ypWDgAAAADnKlYOAAAD6P//////////AAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAA',
    'QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAJGdHJhawAAAGh0a2hkAQAAAQAAAADnKlYOAAAAAOcqVg4AAAABAAAA',
    'AP//////////AAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAQAAAAEAAAAAAALGVk',
    'dHMAAAAkZWxzdAEAAAEAAAABAAAAAAAAAMgAAAAAAAAAAAABAAAAAAGqbWRpYQAAACxtZGhkAQAAAAAAAADnKlYOAAAAAOcqVg4A',
    'AAPoAAAAAAAAAMhVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAA',
    'AAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAA',
    'AAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAA',
    'DGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAGQAAAAcc3Rz',
    'YwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAnAAAAHwAAABRzdGNvAAAAAAAAAAEAAAPlAAAAFHN0',
    'c3MAAAAAAAAAAQAAAAEAAABObWRhdBIACg0AAAABn/m18iAhoNCAMhQQALIAAAJAAAAAeJ2H0w9lXUOJyBIAMhswA8CAAABGsgAA',
    'AkAAIAAYOjLmMUfj6t+vYLA=',
  ].join(''),
  'base64',
);

/** The position of a box in a file, by its type. */
const positionOf = (file: Buffer, type: string): number => file.indexOf(type, 0, 'latin1') - 4;

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

/** The file with a further property of the first picture. Positions of data, which follow, are moved. */
function withProperty(file: Buffer, property: Buffer): Buffer {
  const container = positionOf(file, 'ipco');
  const end = container + file.readUInt32BE(container);
  let count = 0;
  for (let at = container + 8; at < end; at += file.readUInt32BE(at)) count += 1;
  const list = positionOf(file, 'ipma');
  // Version and flags, the number of entries, and of the first entry the picture and the number of properties.
  const first = list + 8 + 4 + 4 + 2;
  const changed = Buffer.concat([
    file.subarray(0, end),
    property,
    file.subarray(end, first),
    Buffer.of((file[first] ?? 0) + 1, count + 1),
    file.subarray(first + 1),
  ]);
  const added = property.length + 1;
  const grow = (at: number, by: number): void => {
    changed.writeUInt32BE(changed.readUInt32BE(at) + by, at);
  };
  grow(positionOf(changed, 'meta'), added);
  grow(positionOf(changed, 'iprp'), added);
  grow(container, property.length);
  grow(positionOf(changed, 'ipma'), 1);
  const places = positionOf(changed, 'iloc');
  const items = changed.readUInt16BE(places + 14);
  // Each item has its number, a reference, the number of extents, and of its extent the position and the length.
  for (let item = 0; item < items; item += 1) grow(places + 16 + item * 14 + 6, added);
  return changed;
}

describe('an AVIF', () => {
  it('has its pixels', async () => {
    const picture = await read(opaque);
    expect(picture).toMatchObject({ width, height, bitDepth: 8, orientation: 1, isAnimated: false });
    expect(picture.opacity).toBeUndefined();
    const at = pixelsOf(picture);
    const isNear = (pixel: readonly number[], expected: readonly number[]): boolean =>
      pixel.every((value, sample) => Math.abs(value - (expected[sample] ?? 0)) < 6);
    expect(isNear(at(5, 5), [255, 0, 0, 255])).toBe(true);
    expect(isNear(at(60, 40), [0, 0, 255, 255])).toBe(true);
  });

  it('has its opacity', async () => {
    const at = pixelsOf(await read(translucent));
    expect(at(5, 5)[3]).toBeGreaterThan(252);
    expect(Math.abs(at(60, 40)[3] - 128)).toBeLessThan(3);
  });

  it.each([
    [1, undefined, 8],
    [2, undefined, 3],
    [3, undefined, 6],
    [0, 0, 4],
    [0, 1, 2],
    [1, 0, 5],
    [3, 0, 7],
    [1, 1, 7],
  ])(
    'that is turned %s times and mirrored along %s has the orientation %i',
    async (turns, axis, orientation) => {
      const turned = withProperty(opaque, box('irot', Buffer.of(turns)));
      const file = axis === undefined ? turned : withProperty(turned, box('imir', Buffer.of(axis)));
      expect((await read(file)).orientation).toBe(orientation);
    },
  );

  it('has a profile', async () => {
    const profile = iccProfile('RGB ');
    const file = withProperty(opaque, box('colr', Buffer.concat([Buffer.from('prof'), profile])));
    expect(Buffer.from((await read(file)).profile ?? [])).toEqual(profile);
  });

  it('of a sequence is its first picture', async () => {
    const picture = await read(sequence);
    expect(picture).toMatchObject({ width: 16, height: 16, isAnimated: true });
    expect(pixelsOf(picture)(8, 8)[0]).toBeGreaterThan(240);
  });

  const at = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(opaque);
    change(file);
    return file;
  };
  const size = positionOf(opaque, 'ispe') + 12;

  it.each([
    ['is cut off', opaque.subarray(0, -20), 'damaged-document'],
    ['has no picture', opaque.subarray(0, 60), 'damaged-document'],
    ['says another size', at((file) => file.writeUInt32BE(63, size)), 'damaged-document'],
    ['has too many pixels', at((file) => file.writeUInt32BE(10_000_000, size)), 'file-too-large'],
    [
      'has data that cannot be decoded',
      at((file) => file.fill(0xff, positionOf(file, 'mdat') + 8)),
      'damaged-document',
    ],
  ])('that %s is rejected', async (_, file, code) => {
    await expect(read(file)).rejects.toMatchObject({ code });
  });
});
