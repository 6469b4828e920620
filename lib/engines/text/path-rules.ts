import type { Box, Rule } from './glyph.ts';

/** A point on the page as displayed, in points. */
export type Point = readonly [x: number, y: number];

/** A part of a path whose points are joined by lines. */
export interface Subpath {
  points: readonly Point[];
  closed: boolean;
  /** Whether some of its points are joined by curves. */
  curved: boolean;
}

/** How a path is drawn. */
export interface Painting {
  filled: boolean;
  /** Width of the line on the page, in points; undefined if the path is not stroked. */
  strokeWidth: number | undefined;
}

/** What is thicker is an area. In points. */
const mostThickness = 4;

/** Shorter lines separate no cells. In points. */
const leastLength = 4;

/** By how much the ends of a line may differ, in points, for it to be horizontal or vertical. */
const slant = 1;

/** The rules that a part of a path draws: thin areas, lines, and the edges of rectangles. */
export function rulesOfSubpath({ points, closed, curved }: Subpath, painting: Painting): Rule[] {
  const [first] = points;
  if (!first || points.length < 2) return [];
  const { filled, strokeWidth } = painting;
  if (filled && !curved) {
    const box = boxAround(points);
    if (isThin(box)) return longEnough([box]);
  }
  const isLine = strokeWidth !== undefined && strokeWidth <= mostThickness;
  const isArea = filled && !curved && isRectangle(points);
  if (!isLine && !isArea) return [];
  const ends = closed || isArea ? [...points, first] : points;
  return longEnough(ends.slice(1).flatMap((end, index) => edgeBetween(ends[index] ?? end, end)));
}

/** The smallest box that contains all points. */
export function boxAround(points: readonly Point[]): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

const isThin = ({ left, top, right, bottom }: Box): boolean =>
  Math.min(right - left, bottom - top) <= mostThickness;

const longEnough = (rules: readonly Rule[]): Rule[] =>
  rules.filter(({ left, top, right, bottom }) => Math.max(right - left, bottom - top) >= leastLength);

/** A rectangle may end at the point where it begins. */
function isRectangle(points: readonly Point[]): boolean {
  const corners = points.length === 5 ? 4 : points.length;
  if (corners !== 4) return false;
  const isClosed = points.length === 4 || distance(points[0] as Point, points[4] as Point) <= slant;
  const sides = points.map((point, index) => [point, points[(index + 1) % points.length] as Point] as const);
  return isClosed && sides.every(([a, b]) => isUpright(a, b));
}

const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1);

const isUpright = ([x1, y1]: Point, [x2, y2]: Point): boolean =>
  Math.abs(x2 - x1) <= slant || Math.abs(y2 - y1) <= slant;

const edgeBetween = (a: Point, b: Point): Rule[] => (isUpright(a, b) ? [boxAround([a, b])] : []);
