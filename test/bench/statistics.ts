/**
 * The value below which that share (0 to 1) of `values` lies. Between two values it is interpolated, so that the median of two
 * is in their middle. NaN if there are none.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [lower = NaN, upper = lower] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return lower + (upper - lower) * (at - Math.floor(at));
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
