import { describe, expect, it } from 'vitest';
import { ownGroup, RawObjects } from '#lib/engines/pdf/output/raw-objects.ts';
import { ChunkWriter } from '#lib/engines/pdf/writer/chunk-writer.ts';

const objectLength = 10_000;

/** Objects of three slabs and a bit: each its number, again and again. */
function filled(count: number): RawObjects {
  const raw = new RawObjects();
  for (let number = 1; number <= count; number += 1) {
    raw.begin();
    raw.text(String(number % 10).repeat(objectLength));
    raw.finish(number, ownGroup);
  }
  return raw;
}

describe('objects as bytes', () => {
  it('release their memory when they are moved into a file', () => {
    const count = 320;
    const raw = filled(count);
    const heads = Array.from({ length: count }, (_, index) => raw.get(index + 1)?.head);
    const out = new ChunkWriter();
    for (let number = 1; number <= count; number += 1) raw.moveHead(number, out);
    const text = Buffer.concat(out.finish()).toString('latin1');
    expect(text).toHaveLength(count * objectLength);
    expect(
      text.endsWith('8'.repeat(objectLength) + '9'.repeat(objectLength) + '0'.repeat(objectLength)),
    ).toBe(true);
    // All slabs but the last, which more could be written to.
    expect(heads.filter((head) => head?.length !== 0).length).toBeLessThan(
      (1024 * 1024 * 1.1) / objectLength,
    );
    expect(raw.has(1)).toBe(false);
  });

  it('stay where another object of their slab is still to be moved', () => {
    const raw = filled(320);
    const out = new ChunkWriter();
    for (let number = 1; number <= 320; number += 1) if (number !== 20) raw.moveHead(number, out);
    expect(raw.get(20)?.head.toString('latin1')).toBe('0'.repeat(objectLength));
  });

  it('are all gone once they are released', () => {
    const raw = filled(320);
    const heads = [1, 320].map((number) => raw.get(number)?.head);
    raw.release();
    expect(heads.map((head) => head?.length)).toEqual([0, 0]);
    expect(raw.has(1)).toBe(false);
  });

  it('count once where a number is used again', () => {
    const raw = filled(320);
    raw.begin();
    raw.text('new');
    raw.finish(1, ownGroup);
    const second = raw.get(2);
    raw.delete(3);
    raw.delete(3);
    const out = new ChunkWriter();
    for (const number of [1, 4, 5, 6]) raw.moveHead(number, out);
    expect(second?.head.toString('latin1')).toBe('2'.repeat(objectLength));
    expect(Buffer.concat(out.finish()).toString('latin1', 0, 5)).toBe('new44');
  });
});
