import { expect, it } from 'vitest';
import { DataCache } from '#lib/engines/pdf/finishing/compress/data-cache.ts';

it('makes a result once for the same data and use', () => {
  const cache = new DataCache<number | null>();
  const file = Buffer.alloc(100);
  let made = 0;
  const of = (data: Uint8Array, use: string) => cache.of(data, use, () => (made += 1));
  expect(of(file.subarray(10, 20), 'a')).toBe(1);
  expect(of(file.subarray(10, 20), 'a')).toBe(1);
  expect(of(file.subarray(10, 20), 'b')).toBe(2);
  expect(of(file.subarray(10, 21), 'a')).toBe(3);
  expect(of(file.subarray(11, 20), 'a')).toBe(4);
  expect(of(Buffer.alloc(100).subarray(10, 20), 'a')).toBe(5);
});

it('remembers that there is no result', () => {
  const cache = new DataCache<number | null>();
  const data = Buffer.alloc(10);
  expect(cache.of(data, '', () => null)).toBeNull();
  expect(cache.of(data, '', () => 1)).toBeNull();
});
