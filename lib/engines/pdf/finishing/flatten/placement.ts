import type { Box, QuarterTurn } from '../../assembly/pages/page-view.ts';
import { composed, type Matrix, rotationBy, translation } from '../overlays/matrix.ts';

/**
 * The matrix `A` of algorithm 8.1 (PDF 32000-1, 12.5.5): scales and moves the box of an appearance, after its own
 * matrix, to the rectangle of the annotation. Undefined if the transformed box is empty.
 */
export function fitting(box: Box, matrix: Matrix, rect: Box): Matrix | undefined {
  const [left, bottom, right, top] = transformed(box, matrix);
  const [scaleX, scaleY] = [(rect[2] - rect[0]) / (right - left), (rect[3] - rect[1]) / (top - bottom)];
  const fitted: Matrix = [scaleX, 0, 0, scaleY, rect[0] - scaleX * left, rect[1] - scaleY * bottom];
  return fitted.every(Number.isFinite) ? fitted : undefined;
}

/** The box around a transformed box. */
function transformed([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const across = corners.map(([x, y]) => a * x + c * y + e);
  const along = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...across), Math.min(...along), Math.max(...across), Math.max(...along)];
}

/**
 * Turns an annotation that stays upright on a rotated page around the upper left corner of its rectangle (PDF 32000-1,
 * 12.5.3).
 *
 * @param rotation of the page, clockwise
 */
export const upright = ([left, , , top]: Box, rotation: QuarterTurn): Matrix =>
  composed(composed(translation(-left, -top), rotationBy(rotation)), translation(left, top));
