/** A part of an axis. */
export type Interval = readonly [start: number, end: number];

/** The parts of `within` that no interval covers, in order. */
export function gapsBetween(intervals: readonly Interval[], [start, end]: Interval): Interval[] {
  const gaps: Interval[] = [];
  let at = start;
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    if (from > at) gaps.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < end) gaps.push([at, end]);
  return gaps;
}

/** What two ordered lists of separate intervals have in common. */
export function intersection(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (let left = 0, right = 0; left < a.length && right < b.length;) {
    const [one, other] = [a[left], b[right]];
    if (!one || !other) break;
    const [start, end] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
    if (start < end) common.push([start, end]);
    if (one[1] < other[1]) left += 1;
    else right += 1;
  }
  return common;
}
