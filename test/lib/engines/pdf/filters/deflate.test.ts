import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflate } from '#lib/engines/pdf/filters/deflate.ts';

describe('deflate', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', Buffer.from('q Q')],
    ['much that repeats', Buffer.alloc(300_000, 'q Q ')],
    ['what cannot be compressed', randomBytes(300_000)],
  ])('returns %s in a separate buffer', (_, bytes) => {
    for (const level of [1, 6]) {
      const data = deflate(bytes, level);
      expect(inflateSync(data).equals(bytes)).toBe(true);
      expect(data.byteOffset).toBe(0);
      expect(data.buffer).not.toBe(Buffer.from('in the pool').buffer);
      expect(data.buffer.byteLength).toBeGreaterThanOrEqual(bytes.length);
    }
  });
});
