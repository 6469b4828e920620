import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { numbersAt, type Point, pointsOf } from '../geometry.ts';

/** The place of a word or a line of text, by its corners as it is read. */
export interface Quad {
  topLeft: Point;
  topRight: Point;
  bottomLeft: Point;
  bottomRight: Point;
}

/** The quadrilaterals of an annotation that marks text (PDF 32000-1, table 179), or else its rectangle. */
export function quadsOf(annotation: PDFDict, [left, bottom, right, top]: Box): Quad[] {
  const points = pointsOf(numbersAt(annotation, keys.QuadPoints) ?? []);
  const quads = Array.from({ length: Math.floor(points.length / 4) }, (_, index) =>
    quadOf(points.slice(4 * index, 4 * index + 4) as [Point, Point, Point, Point]),
  );
  if (quads.length > 0) return quads;
  return [
    {
      topLeft: [left, top],
      topRight: [right, top],
      bottomLeft: [left, bottom],
      bottomRight: [right, bottom],
    },
  ];
}

/**
 * The standard has the corners counterclockwise from the lower left one. Nearly all producers write the upper ones from
 * left to right and then the lower ones, as Acrobat does.
 */
function quadOf([first, second, third, fourth]: readonly [Point, Point, Point, Point]): Quad {
  const isInLines =
    (second[0] - first[0]) * (fourth[0] - third[0]) + (second[1] - first[1]) * (fourth[1] - third[1]) >= 0;
  return isInLines
    ? { topLeft: first, topRight: second, bottomLeft: third, bottomRight: fourth }
    : { topLeft: fourth, topRight: third, bottomLeft: first, bottomRight: second };
}

/** The height of a quadrilateral at its left side. */
export const heightOf = ({ topLeft, bottomLeft }: Quad): number =>
  Math.hypot(topLeft[0] - bottomLeft[0], topLeft[1] - bottomLeft[1]);

/** The points that divide the left and the right side; 0 is at the bottom, 1 at the top. */
export const acrossAt = (
  { topLeft, topRight, bottomLeft, bottomRight }: Quad,
  share: number,
): [Point, Point] => [between(bottomLeft, topLeft, share), between(bottomRight, topRight, share)];

/** The point at a share of the way. */
export const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];
