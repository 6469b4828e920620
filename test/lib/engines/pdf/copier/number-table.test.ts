import { expect, it } from 'vitest';
import { NumberTable } from '#lib/engines/pdf/copier/number-table.ts';

const length = 3000;
const original = Int32Array.from({ length }, (_, index) => index + 1);

it('starts as the original', () => {
  const table = new NumberTable(original);
  expect(Array.from({ length }, (_, index) => table.get(index))).toEqual([...original]);
});

it('keeps what is written in any part of it, and never changes the original', () => {
  const [first, second] = [new NumberTable(original), new NumberTable(original)];
  const written = [0, 1023, 1024, 2047, length - 1];
  for (const index of written) first.set(index, 7);
  for (const index of written) {
    expect(first.get(index)).toBe(7);
    expect(second.get(index)).toBe(index + 1);
  }
  expect(first.get(1022)).toBe(1023);
  expect(original[1024]).toBe(1025);
});

it.each([length, 2 ** 31, 2 ** 32, 2 ** 40, 2 ** 40 + 1])('has nothing at %d, past its end', (index) => {
  const table = new NumberTable(original);
  table.set(0, 7);
  table.set(1, 7);
  expect(table.get(index)).toBeUndefined();
});
