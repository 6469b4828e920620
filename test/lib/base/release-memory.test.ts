import { markAsUntransferable } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { releaseBuffer, releaseBytes } from '#lib/base/release-memory.ts';

describe('released memory', () => {
  it('is empty in all views', () => {
    const bytes = Buffer.alloc(100);
    const part = bytes.subarray(10);
    releaseBytes(bytes);
    expect([bytes.length, part.length, bytes.buffer.byteLength]).toEqual([0, 0, 0]);
  });

  it('does not include shared buffers', () => {
    const pooled = Buffer.from('of the pool');
    const part = Buffer.alloc(100).subarray(10);
    for (const bytes of [pooled, part]) releaseBytes(bytes);
    releaseBuffer(pooled.buffer);
    expect(String(pooled)).toBe('of the pool');
    expect(part).toHaveLength(90);
  });

  it('does not include buffers that Node.js marked as its own', () => {
    const bytes = Buffer.alloc(100);
    markAsUntransferable(bytes.buffer);
    releaseBytes(bytes);
    expect(bytes).toHaveLength(100);
  });

  it('can be released already', () => {
    const { buffer } = Buffer.alloc(100);
    releaseBuffer(buffer);
    expect(() => releaseBuffer(buffer)).not.toThrow();
  });
});
