/** The value below which that share (0 to 1) of `values` lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/**
 * The exponent k of y = c · x^k that fits best in logarithms, by least squares. 1 is linear; n log n looks like 1.1 to
 * 1.2 in the ranges that are measured here.
 */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
}
