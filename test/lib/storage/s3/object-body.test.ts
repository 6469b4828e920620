import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readWhole } from '#lib/storage/s3/object-body.ts';

describe('an object read into memory', () => {
  it('fills the buffer from chunks of any size', async () => {
    const pieces = ['fi', '', 'le'].map((piece) => Buffer.from(piece));
    expect(String(await readWhole(Readable.from(pieces), Buffer.alloc(4, 'x')))).toBe('file');
  });

  it('releases every piece, since V8 lets tens of megabytes of them accumulate', async () => {
    const shared = Buffer.alloc(8, 'shared');
    const pieces = [Buffer.alloc(3, 'own'), shared.subarray(0, 6)];
    expect(String(await readWhole(Readable.from(pieces), Buffer.alloc(9)))).toBe('ownshared');
    expect(pieces.map(({ length }) => length)).toEqual([0, 6]);
  });

  // The memory may have contained another client's file.
  it.each([
    ['in two pieces', ['fi', 'l']],
    ['in none', []],
  ])(
    'that is shorter than announced, %s, is an error: the rest of the buffer would be old memory',
    async (_, pieces) => {
      const reading = readWhole(Readable.from(pieces.map((piece) => Buffer.from(piece))), Buffer.alloc(4));
      await expect(reading).rejects.toThrow(`S3 sent ${pieces.join('').length} of 4 bytes`);
    },
  );
});
