import { decodeTime, isValid } from 'ulid';
import { expect, it } from 'vitest';
import { newUlid } from '#lib/base/ulid.ts';

it('are ULIDs of this moment, none of which is the same as another', () => {
  const before = Date.now();
  const all = Array.from({ length: 10_000 }, newUlid);
  const after = Date.now();
  expect(all.every((id) => isValid(id) && id === id.toUpperCase())).toBe(true);
  expect(all.every((id) => decodeTime(id) >= before && decodeTime(id) <= after)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
});

it('have all digits at each random place', () => {
  const all = Array.from({ length: 5_000 }, newUlid);
  for (let place = 10; place < 26; place += 1) {
    expect(new Set(all.map((id) => id[place])).size).toBe(32);
  }
});
