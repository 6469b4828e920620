import { arrayAt } from '../../../assembly/lookup.ts';
import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { hasArea, inset, maxNumbers, numbersAt, numbersIn, type Point, pointsOf } from '../geometry.ts';
import { componentsOf, setColour } from '../../colours.ts';
import { addEndings, endingMargin } from './line-endings.ts';
import { Path } from './path.ts';
import type { Sketch, Sketcher } from './sketch.ts';
import { painting, strokeOf } from './stroke.ts';

/** A rectangle (PDF 32000-1, 12.5.6.8). */
export const sketchSquare: Sketcher = (annotation, rect) =>
  shape(annotation, rect, (path, box) => path.rectangle(box));

/** An ellipse (PDF 32000-1, 12.5.6.8). */
export const sketchCircle: Sketcher = (annotation, rect) =>
  shape(annotation, rect, (path, box) => path.ellipse(box));

function shape(annotation: PDFDict, rect: Box, draw: (path: Path, box: Box) => Path): Sketch | null {
  const width = strokeOf(annotation)?.width ?? 0;
  const box = inset(withoutDifferences(annotation, rect), [width / 2, width / 2, width / 2, width / 2]);
  return hasArea(box) ? painted(annotation, (path) => draw(path, box)) : null;
}

/** The rectangle without the margins around what is drawn (`/RD`). */
export function withoutDifferences(annotation: PDFDict, rect: Box): Box {
  const [left, top, right, bottom] = numbersAt(annotation, keys.RD) ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return rect;
  const inner = inset(rect, [left, bottom, right, top]);
  return hasArea(inner) ? inner : rect;
}

/** A polygon (PDF 32000-1, 12.5.6.9). */
export const sketchPolygon: Sketcher = (annotation) =>
  painted(annotation, (path) => path.polygon(verticesOf(annotation), true));

/** Connected lines (PDF 32000-1, 12.5.6.9). */
export const sketchPolyLine: Sketcher = (annotation) => {
  const stroke = strokeOf(annotation);
  const points = verticesOf(annotation);
  if (!stroke || points.length < 2) return null;
  const path = new Path().add(stroke.operators).polygon(points, false).add('S');
  addEndings(path, annotation, points, stroke);
  const ink = path.ink(endingMargin(stroke));
  return ink ? { content: path.content, ink } : null;
};

/** What a line counts at least among the points. */
const leastPoints = 20;

/** Lines that are drawn by hand (PDF 32000-1, 12.5.6.13). */
export const sketchInk: Sketcher = (annotation) => {
  const stroke = strokeOf(annotation);
  if (!stroke) return null;
  // Round caps and joins, as of a pen.
  const path = new Path().add(`${stroke.operators}\n1 J\n1 j`);
  let left = maxNumbers;
  for (const line of arrayAt(annotation, keys.InkList)?.asArray() ?? []) {
    const points = pointsOf(numbersIn(annotation.context, line) ?? []);
    left -= Math.max(points.length, leastPoints);
    if (left < 0) return undefined;
    // A dot, where the pen was not moved.
    if (points.length === 1) points.push(points[0] as Point);
    path.polygon(points, false);
  }
  const ink = path.add('S').ink(stroke.width);
  return ink ? { content: path.content, ink } : null;
};

const verticesOf = (annotation: PDFDict): Point[] => pointsOf(numbersAt(annotation, keys.Vertices) ?? []);

/** A path that is stroked in the colour of the annotation and filled with its interior colour. */
function painted(annotation: PDFDict, draw: (path: Path) => Path): Sketch | null {
  const stroke = strokeOf(annotation);
  const interior = componentsOf(numbersAt(annotation, keys.IC));
  const operator = painting(stroke !== undefined, interior !== undefined);
  const path = new Path();
  if (stroke) path.add(stroke.operators);
  if (interior) path.add(setColour(interior, 'fill'));
  const ink = draw(path).ink(stroke?.width ?? 0);
  return operator && ink ? { content: path.add(operator).content, ink } : null;
}
