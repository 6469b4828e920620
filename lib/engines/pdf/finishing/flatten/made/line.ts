import { numberAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { numbersAt, type Point } from '../geometry.ts';
import { addEndings, endingMargin } from './line-endings.ts';
import { Path } from './path.ts';
import type { Sketcher } from './sketch.ts';
import { strokeOf } from './stroke.ts';

/** A line (PDF 32000-1, 12.5.6.7), which can have leader lines, as dimensions do. */
export const sketchLine: Sketcher = (annotation) => {
  const stroke = strokeOf(annotation);
  const [x1, y1, x2, y2] = numbersAt(annotation, keys.L) ?? [];
  if (!stroke || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  const path = new Path().add(stroke.operators);
  const points = withLeaders(path, annotation, [x1, y1], [x2, y2]);
  path.polygon(points, false).add('S');
  addEndings(path, annotation, points, stroke);
  const ink = path.ink(endingMargin(stroke));
  return ink ? { content: path.content, ink } : null;
};

/** Adds the leader lines. Returns the ends of the line between them. */
function withLeaders(path: Path, annotation: PDFDict, start: Point, end: Point): readonly [Point, Point] {
  const leader = coordinate(annotation, 'LL');
  const distance = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (leader === 0 || distance === 0) return [start, end];
  // They go to where one comes by turning clockwise: up, of a line from left to right.
  const side = Math.sign(leader);
  const [x, y] = [((start[1] - end[1]) / distance) * side, ((end[0] - start[0]) / distance) * side];
  const offset = Math.max(0, coordinate(annotation, 'LLO'));
  const extension = Math.max(0, coordinate(annotation, 'LLE'));
  const away = (point: Point, by: number): Point => [point[0] + x * by, point[1] + y * by];
  const length = offset + Math.abs(leader);
  for (const point of [start, end]) {
    path.polygon([away(point, offset), away(point, length + extension)], false);
  }
  return [away(start, length), away(end, length)];
}

const maxLength = 100_000;

function coordinate(annotation: PDFDict, key: 'LL' | 'LLE' | 'LLO'): number {
  const value = numberAt(annotation, keys[key]) ?? 0;
  return Math.max(-maxLength, Math.min(value, maxLength)) || 0;
}
