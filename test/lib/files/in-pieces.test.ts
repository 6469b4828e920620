import { describe, expect, it } from 'vitest';
import { inPieces } from '#lib/files/in-pieces.ts';

const KiB = 1024;

describe('inPieces', () => {
  it('joins small chunks in order, up to 256 KiB', () => {
    const chunks = Array.from({ length: 600 }, (_, index) => Buffer.alloc(KiB, index));
    const pieces = [...inPieces(chunks)];
    expect(pieces.map(({ length }) => length)).toEqual([256 * KiB, 256 * KiB, 88 * KiB]);
    expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks));
  });

  it('does not copy large chunks, nor a small one between them', () => {
    const chunks = [Buffer.alloc(300 * KiB), Buffer.alloc(10), Buffer.alloc(256 * KiB)];
    const pieces = [...inPieces(chunks)];
    expect(pieces.map((piece, index) => piece === chunks[index])).toEqual([true, true, true]);
  });

  it('has no pieces without bytes', () => {
    expect([...inPieces([]), ...inPieces([new Uint8Array()])]).toEqual([]);
  });

  it('takes memory of one size for each piece that is joined, and none for others', () => {
    const sizes: number[] = [];
    const chunks = [...Array.from({ length: 300 }, () => Buffer.alloc(KiB, 1)), Buffer.alloc(300 * KiB, 2)];
    const taken: Uint8Array[] = [];
    const pieces = [
      ...inPieces(chunks, (size) => {
        sizes.push(size);
        taken.push(Buffer.alloc(size + 5, 9));
        return taken.at(-1) ?? Buffer.alloc(0);
      }),
    ];
    expect(sizes).toEqual([256 * KiB, 256 * KiB]);
    expect(pieces.map(({ buffer }) => buffer)).toEqual([...taken, chunks[300]].map((each) => each?.buffer));
    expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks));
  });
});
