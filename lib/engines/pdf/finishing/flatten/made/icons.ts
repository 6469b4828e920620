import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { numeral } from '../../overlays/matrix.ts';
import { hasArea, numbersAt, type Point } from '../geometry.ts';
import { black, componentsOf, setColour, yellow } from '../../colours.ts';
import { Path } from './path.ts';
import { withoutDifferences } from './shapes.ts';
import type { Sketcher } from './sketch.ts';

/** The side of an icon whose rectangle is empty: viewers show icons in one size. */
const usualSide = 20;

/** From a square of one unit to the square of an icon: at the upper left corner of the rectangle. */
function square([left, bottom, right, top]: Box): { side: number; at: (x: number, y: number) => Point } {
  const side = Math.min(right - left, top - bottom) || usualSide;
  return { side, at: (x, y) => [left + x * side, top - (1 - y) * side] };
}

const colorOfIcon = (annotation: PDFDict) => componentsOf(numbersAt(annotation, keys.C)) ?? yellow;

/** A note with lines of text, whatever the icon that the annotation names (PDF 32000-1, 12.5.6.4). */
export const sketchNote: Sketcher = (annotation, rect) => {
  const { side, at } = square(rect);
  const path = new Path()
    .add(`${setColour(colorOfIcon(annotation), 'fill')}\n${setColour(black, 'stroke')}`)
    .add(`${numeral(side / 20)} w\n1 j`)
    .polygon([at(0.1, 0.1), at(0.65, 0.1), at(0.9, 0.35), at(0.9, 0.9), at(0.1, 0.9)], true)
    .add('B')
    .polygon([at(0.65, 0.1), at(0.65, 0.35), at(0.9, 0.35)], false);
  for (const height of [0.75, 0.6, 0.45]) path.polygon([at(0.25, height), at(0.75, height)], false);
  return { content: path.add('S').content, ink: path.ink(side / 20) ?? rect };
};

/** A paper clip, whatever the icon that the annotation names (PDF 32000-1, 12.5.6.15). */
export const sketchClip: Sketcher = (annotation, rect) => {
  const { side, at } = square(rect);
  const color = componentsOf(numbersAt(annotation, keys.C)) ?? black;
  const path = new Path()
    .add(`${setColour(color, 'stroke')}\n${numeral(side / 14)} w\n1 J\n1 j`)
    .move(at(0.3, 0.7))
    .line(at(0.3, 0.25))
    .curve(at(0.3, 0), at(0.7, 0), at(0.7, 0.25))
    .line(at(0.7, 0.8))
    .curve(at(0.7, 1), at(0.42, 1), at(0.42, 0.8))
    .line(at(0.42, 0.3))
    .curve(at(0.42, 0.18), at(0.58, 0.18), at(0.58, 0.3))
    .line(at(0.58, 0.7))
    .add('S');
  return { content: path.content, ink: path.ink(side / 14) ?? rect };
};

/** A caret at an insertion (PDF 32000-1, 12.5.6.11). */
export const sketchCaret: Sketcher = (annotation, rect) => {
  const color = annotation.has(keys.C) ? componentsOf(numbersAt(annotation, keys.C)) : black;
  const box = withoutDifferences(annotation, rect);
  if (!color || !hasArea(box)) return null;
  const [left, bottom, right, top] = box;
  const middle = (left + right) / 2;
  const path = new Path()
    .add(setColour(color, 'fill'))
    .move([left, bottom])
    .curve([middle, bottom], [middle, top], [middle, top])
    .curve([middle, top], [middle, bottom], [right, bottom])
    .close()
    .add('f');
  return { content: path.content, ink: box };
};
