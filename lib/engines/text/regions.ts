import { areColumns } from './columns.ts';
import { gapsBetween, type Interval, intersection } from './intervals.ts';
import type { Segment } from './segments.ts';

/** Regions inside regions: more occur only in documents that are made for it. */
const deepest = 16;

/** The narrowest space between columns, in sizes of the font. */
const leastGutter = 0.5;

/** The width that segments take. */
interface Space {
  /** Where no segment is, in the width of the region. */
  free: Interval[];
  left: number;
  right: number;
}

/** A horizontal strip of a region: segments that overlap vertically. */
interface Band extends Space {
  segments: Segment[];
}

/**
 * Divides a page into regions that are read one after another, each of them line by line. Columns are separated by a
 * space that no line of them crosses. A line across several columns, such as a title, ends them.
 */
export function readingRegions(segments: readonly Segment[], depth = 0): Segment[][] {
  if (segments.length <= 1 || depth >= deepest) return segments.length === 0 ? [] : [[...segments]];
  const within = widthOf(segments);
  const gutter = leastGutter * commonSize(segments);
  const groups = groupBands(bandsOf(segments, within), gutter);
  const deeper = (part: readonly Segment[]): Segment[][] => readingRegions(part, depth + 1);
  if (groups.length > 1) return joinUndivided(groups.map((group) => deeper(group.segments)));
  const [group] = groups;
  const columns = group ? columnsOf(group, gutter) : [];
  return columns.length > 1 ? columns.flatMap(deeper) : [[...segments]];
}

/** Groups without columns that follow each other are one region. */
function joinUndivided(groups: readonly Segment[][][]): Segment[][] {
  const regions: Segment[][] = [];
  let open: Segment[] | undefined;
  for (const group of groups) {
    const [only] = group;
    if (group.length > 1 || !only) {
      regions.push(...group);
      open = undefined;
    } else if (open) {
      for (const segment of only) open.push(segment);
    } else regions.push((open = only));
  }
  return regions;
}

function bandsOf(segments: readonly Segment[], within: Interval): Band[] {
  const bands: Band[] = [];
  let bottom = -Infinity;
  let band: Segment[] = [];
  const close = (): void => {
    if (band.length === 0) return;
    const [left, right] = widthOf(band);
    const free = gapsBetween(
      band.map((segment) => [segment.left, segment.right]),
      within,
    );
    bands.push({ segments: band, free, left, right });
  };
  for (const segment of [...segments].sort((a, b) => a.top - b.top)) {
    if (segment.top >= bottom) {
      close();
      band = [];
    }
    band.push(segment);
    bottom = Math.max(bottom, segment.bottom);
  }
  close();
  return bands;
}

/** Joins consecutive bands as long as they have a space between columns in common, or none has one. */
function groupBands(bands: readonly Band[], gutter: number): Band[] {
  const groups: Band[] = [];
  for (const band of bands) {
    const last = groups.at(-1);
    const joined = last && join(last, band);
    const isSame =
      joined && (hasGutter(joined, gutter) || (!hasGutter(last, gutter) && !hasGutter(band, gutter)));
    if (last && isSame) {
      for (const segment of band.segments) last.segments.push(segment);
      Object.assign(last, joined);
    } else groups.push(band);
  }
  return groups;
}

/** The space that two bands have in common. */
function join(a: Space, b: Space): Space {
  return {
    free: intersection(a.free, b.free),
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
  };
}

const guttersOf = ({ free, left, right }: Space, gutter: number): Interval[] =>
  free.filter(([start, end]) => start > left && end < right && end - start >= gutter);

const hasGutter = (space: Space, gutter: number): boolean => guttersOf(space, gutter).length > 0;

/** Divides a group at the spaces that separate columns. One part if it has none, as a table whose rows are read across. */
function columnsOf(group: Band, gutter: number): Segment[][] {
  let rest = [...group.segments];
  const columns: Segment[][] = [];
  for (const [start, end] of guttersOf(group, gutter)) {
    const middle = (start + end) / 2;
    const left = rest.filter((segment) => segment.right <= middle);
    const right = rest.filter((segment) => segment.right > middle);
    if (left.length === 0 || right.length === 0 || !areColumns(left, right)) continue;
    columns.push(left);
    rest = right;
  }
  return [...columns, rest];
}

function widthOf(segments: readonly Segment[]): Interval {
  let [left, right] = [Infinity, -Infinity];
  for (const segment of segments) {
    left = Math.min(left, segment.left);
    right = Math.max(right, segment.right);
  }
  return [left, right];
}

/** The size of most characters. */
function commonSize(segments: readonly Segment[]): number {
  const counts = new Map<number, number>();
  for (const { words, size } of segments) counts.set(size, (counts.get(size) ?? 0) + words.length);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}
