import { describe, expect, it } from 'vitest';
import { prepareOnce } from '#lib/base/prepare-once.ts';

describe('a preparation', () => {
  it('runs once for all calls', async () => {
    let runs = 0;
    const prepared = prepareOnce(() => Promise.resolve((runs += 1)));
    expect(await Promise.all([prepared(), prepared()])).toEqual([1, 1]);
    expect(await prepared()).toBe(1);
  });

  it('is retried by the next call if it fails', async () => {
    let runs = 0;
    const prepared = prepareOnce(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('no such file')) : Promise.resolve(runs);
    });
    const failures = await Promise.allSettled([prepared(), prepared()]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await prepared()).toBe(2);
    expect(runs).toBe(2);
  });
});
