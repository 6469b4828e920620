import { expect, it } from 'vitest';
import { inBatches } from '#lib/base/in-batches.ts';

it('returns results in the order of the items, and begins the next item as soon as one has ended', async () => {
  const ends = new Map<number, (value: string) => void>();
  const begun: number[] = [];
  const done = inBatches(['a', 'b', 'c', 'd'], 2, (item, index) => {
    begun.push(index);
    return new Promise<string>((resolve) => ends.set(index, () => resolve(item)));
  });
  for (const [end, after] of [
    [1, [0, 1, 2]],
    [2, [0, 1, 2, 3]],
    [3, [0, 1, 2, 3]],
    [0, [0, 1, 2, 3]],
  ] as const) {
    ends.get(end)?.('');
    await new Promise(setImmediate);
    expect(begun).toEqual(after);
  }
  expect(await done).toEqual(['a', 'b', 'c', 'd']);
});

it('begins nothing after a failure', async () => {
  const begun: number[] = [];
  const fault = new Error('of the second');
  const done = inBatches([0, 1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw fault;
  });
  await expect(done).rejects.toBe(fault);
  await new Promise(setImmediate);
  expect(begun).not.toContain(4);
});
