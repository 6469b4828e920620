import type { Rule } from './glyph.ts';

/** A horizontal line at a height of the page, or a vertical one at a distance from its left edge. In points. */
export interface RuleLine {
  at: number;
  from: number;
  to: number;
}

/** Lines closer than this are one, and lines that miss each other by less meet. No cell is as small. In points. */
export const tolerance = 4;

/** Joins rules that are parts of one line: the edges of neighbouring cells, dashes, double lines. */
export function linesOfRules(rules: readonly Rule[]): { horizontal: RuleLine[]; vertical: RuleLine[] } {
  const horizontal: RuleLine[] = [];
  const vertical: RuleLine[] = [];
  for (const { left, top, right, bottom } of rules) {
    if (right - left >= bottom - top) horizontal.push({ at: (top + bottom) / 2, from: left, to: right });
    else vertical.push({ at: (left + right) / 2, from: top, to: bottom });
  }
  return { horizontal: joined(horizontal), vertical: joined(vertical) };
}

function joined(lines: readonly RuleLine[]): RuleLine[] {
  const result: RuleLine[] = [];
  for (const group of groupsAt(lines)) {
    let open: { line: RuleLine; parts: number } | undefined;
    for (const { at, from, to } of group.sort((a, b) => a.from - b.from)) {
      if (open && from <= open.line.to + tolerance) {
        open.parts += 1;
        open.line.at += (at - open.line.at) / open.parts;
        open.line.to = Math.max(open.line.to, to);
      } else {
        open = { line: { at, from, to }, parts: 1 };
        result.push(open.line);
      }
    }
  }
  return result;
}

/** Groups lines at about the same place. */
function groupsAt(lines: readonly RuleLine[]): RuleLine[][] {
  const groups: RuleLine[][] = [];
  let start = -Infinity;
  for (const line of [...lines].sort((a, b) => a.at - b.at)) {
    if (line.at - start < tolerance) groups.at(-1)?.push(line);
    else {
      groups.push([line]);
      start = line.at;
    }
  }
  return groups;
}

/** Positions in order, those at about the same place as one. */
export function distinctPlaces(places: readonly number[]): number[] {
  const distinct: number[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    if (place - (distinct.at(-1) ?? -Infinity) >= tolerance) distinct.push(place);
  }
  return distinct;
}

/** Lines that meet each other, directly or by others. */
export interface MeetingLines {
  horizontal: RuleLine[];
  vertical: RuleLine[];
}

/** Groups lines that meet. Those that meet no other are left out. */
export function meetingLines({ horizontal, vertical }: MeetingLines): MeetingLines[] {
  const ordered = [...vertical].sort((a, b) => a.at - b.at);
  /** The group of each horizontal line, and of each vertical one: chains of indices that end at themselves. */
  const parents = Array.from({ length: horizontal.length + ordered.length }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] as number] as number;
    return root;
  };
  for (const [index, line] of horizontal.entries()) {
    const first = firstAtLeast(ordered, line.from - tolerance);
    for (let other = first; (ordered[other]?.at ?? Infinity) <= line.to + tolerance; other += 1) {
      const { from, to } = ordered[other] as RuleLine;
      if (line.at < from - tolerance || line.at > to + tolerance) continue;
      parents[rootOf(horizontal.length + other)] = rootOf(index);
    }
  }
  const groups = new Map<number, MeetingLines>();
  const groupAt = (root: number): MeetingLines => {
    let group = groups.get(root);
    if (!group) groups.set(root, (group = { horizontal: [], vertical: [] }));
    return group;
  };
  for (const [index, line] of horizontal.entries()) groupAt(rootOf(index)).horizontal.push(line);
  for (const [index, line] of ordered.entries())
    groupAt(rootOf(horizontal.length + index)).vertical.push(line);
  return [...groups.values()].filter((group) => group.horizontal.length > 0 && group.vertical.length > 0);
}

/** The index of the first line at `place` or after it. */
function firstAtLeast(lines: readonly RuleLine[], place: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.at ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
