import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { numeral } from '../../overlays/matrix.ts';
import { numbersAt, type Point } from '../geometry.ts';
import { black, type Components, componentsOf, red, setColour, yellow } from '../../colours.ts';
import { Path } from './path.ts';
import { acrossAt, between, heightOf, type Quad, quadsOf } from './quads.ts';
import type { Sketch, Sketcher } from './sketch.ts';

/** A marker over text (PDF 32000-1, 12.5.6.10), with round ends. */
export const sketchHighlight: Sketcher = (annotation, rect) => {
  const color = colorAt(annotation, yellow);
  if (!color) return null;
  const path = new Path().add(setColour(color, 'fill'));
  for (const quad of quadsOf(annotation, rect)) addMarker(path, quad);
  const ink = path.add('f').ink(0);
  return ink ? { content: path.content, ink, multiplies: true } : null;
};

/** How far the ends of a marker leave the text, in heights. */
const bulge = 0.2;

function addMarker(path: Path, quad: Quad): void {
  const { topLeft, topRight, bottomLeft, bottomRight } = quad;
  const [left, right] = acrossAt(quad, 0.5);
  const reach = heightOf(quad) * bulge;
  const [toLeft, toRight] = [beyond(right, left, reach), beyond(left, right, reach)];
  path
    .move(bottomLeft)
    .line(bottomRight)
    .curve(between(bottomRight, toRight, 0.8), between(topRight, toRight, 0.8), topRight)
    .line(topLeft)
    .curve(between(topLeft, toLeft, 0.8), between(bottomLeft, toLeft, 0.8), bottomLeft)
    .close();
}

/** The point at a distance after the end of a line. */
function beyond(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return length === 0 ? to : between(from, to, 1 + distance / length);
}

/** The width of lines at text, and where they are, in heights of the text. */
const lineWidth = 1 / 16;
const [underline, middle] = [1 / 8, 0.42];

export const sketchUnderline: Sketcher = (annotation, rect) =>
  lines(annotation, rect, (path, quad) => path.polygon(acrossAt(quad, underline), false));

export const sketchStrikeOut: Sketcher = (annotation, rect) =>
  lines(annotation, rect, (path, quad) => path.polygon(acrossAt(quad, middle), false));

export const sketchSquiggly: Sketcher = (annotation, rect) =>
  lines(annotation, rect, (path, quad) => path.polygon(zigzag(quad), false));

/** The most teeth of a line. */
const maxTeeth = 1000;

/** Teeth as wide as a sixth of the height of the text. */
function zigzag(quad: Quad): Point[] {
  const [low, high] = [acrossAt(quad, 0), acrossAt(quad, 1 / 6)];
  const [start, end] = low;
  const width = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const teeth = Math.min(maxTeeth, Math.ceil(width / (heightOf(quad) / 6))) || 1;
  return Array.from({ length: teeth + 1 }, (_, tooth) => {
    const [from, to] = tooth % 2 === 0 ? low : high;
    return between(from, to, tooth / teeth);
  });
}

function lines(annotation: PDFDict, rect: Box, draw: (path: Path, quad: Quad) => Path): Sketch | null {
  const color = colorAt(annotation, black);
  if (!color) return null;
  const path = new Path().add(setColour(color, 'stroke'));
  let widest = 0;
  for (const quad of quadsOf(annotation, rect)) {
    const width = heightOf(quad) * lineWidth;
    widest = Math.max(widest, width);
    draw(path.add(`${numeral(width)} w`), quad).add('S');
  }
  const ink = path.ink(widest);
  return ink ? { content: path.content, ink } : null;
}

/** A mark for content that is to be removed (ISO 32000-2, 12.5.6.23): its outline. */
export const sketchRedact: Sketcher = (annotation, rect) => {
  const path = new Path().add(`${setColour(colorAt(annotation, red) ?? red, 'stroke')}\n1 w`);
  for (const { topLeft, topRight, bottomLeft, bottomRight } of quadsOf(annotation, rect)) {
    path.polygon([bottomLeft, bottomRight, topRight, topLeft], true);
  }
  const ink = path.add('S').ink(1);
  return ink ? { content: path.content, ink } : null;
};

/** The colour of an annotation; undefined if it is transparent. */
const colorAt = (annotation: PDFDict, byDefault: Components): Components | undefined =>
  annotation.has(keys.C) ? componentsOf(numbersAt(annotation, keys.C)) : byDefault;
