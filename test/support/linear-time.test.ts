import { expect, it } from 'vitest';
import { expectLinearTime } from './linear-time.ts';

/** Steps that the compiler cannot leave out. */
function count(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
}

const sizeOf = (size: number): number => size;

it('accepts work that grows with its input', () => expectLinearTime(1_000_000, sizeOf, count));

it('rejects work that grows with the square of its input', async () => {
  const squared = (size: number): number => count(size * size);
  await expect(expectLinearTime(2_000, sizeOf, squared)).rejects.toThrow('to be less than');
});
