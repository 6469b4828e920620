import fc from 'fast-check';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { newId, numberedUlid, timeOfId } from '#lib/base/identifiers.ts';

it('numbered ids of one request are valid, differ, and are the same for a retry', () => {
  fc.assert(
    // `ulid()` takes the time 0 for now.
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (time) => {
      const own = ulid(time);
      const all = Array.from({ length: 1024 }, (_, index) => newId('file', numberedUlid(own, index)));
      expect(all[0]).toBe(`file_${own}`);
      expect(new Set(all).size).toBe(1024);
      expect(all.every((id) => timeOfId('file', id) === time)).toBe(true);
      expect(newId('file', numberedUlid(own, 7))).toBe(all[7]);
    }),
    { numRuns: 20 },
  );
});
