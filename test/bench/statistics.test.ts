import { describe, expect, it } from 'vitest';
import { growthExponent, quantile } from './statistics.ts';

describe('quantile', () => {
  it('is the middle value, or the middle of the two', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([7], 0.5)).toBe(7);
  });

  it('interpolates and stays within the values', () => {
    expect(quantile([10, 20, 30], 0.25)).toBe(15);
    expect(quantile([10, 20, 30], 0)).toBe(10);
    expect(quantile([10, 20, 30], 1)).toBe(30);
  });

  it('is not a number without values', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('growthExponent', () => {
  it('finds the exponent of a power', () => {
    expect(growthExponent([1, 2, 4, 8].map((x) => [x, 3 * x ** 2]))).toBeCloseTo(2);
    expect(growthExponent([1, 10, 100].map((x) => [x, 5]))).toBeCloseTo(0);
  });
});
