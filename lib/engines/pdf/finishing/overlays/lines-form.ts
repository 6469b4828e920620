import type { LineAlignment } from '../../../../api/options/overlay-fit.ts';
import type { Box } from '../../assembly/pages/page-view.ts';
import type { PDFContext } from '../../objects.ts';
import { type Drawable, inkOf } from './drawable.ts';
import { registerForm } from './form-xobject.ts';
import { numerals } from './matrix.ts';

/** The part of the free width that is before a line. */
const freeBefore = { left: 0, center: 0.5, right: 1 } as const satisfies Record<LineAlignment, number>;

/** A form with lines of text below each other. */
export function linesForm(context: PDFContext, lines: readonly Drawable[], align: LineAlignment): Drawable {
  const width = Math.max(...lines.map((line) => line.width));
  const height = lines.reduce((sum, line) => sum + line.height, 0);
  let y = height;
  const placed = lines.map((line, index) => {
    y -= line.height;
    return { line, name: `L${index}`, x: (width - line.width) * freeBefore[align], y };
  });
  const content = placed.map((each) => `q 1 0 0 1 ${numerals([each.x, each.y])} cm /${each.name} Do Q`);
  const xObjects = Object.fromEntries(placed.map(({ name, line }) => [name, line.ref]));
  const ink = placed
    .map((each) => moved(inkOf(each.line), each.x, each.y))
    .reduce(around, [0, 0, width, height]);
  return registerForm(
    context,
    { width, height, ink },
    { content: content.join('\n'), resources: context.obj({ XObject: xObjects }) },
  );
}

const moved = ([left, bottom, right, top]: Box, x: number, y: number): Box => [
  left + x,
  bottom + y,
  right + x,
  top + y,
];

const around = (one: Box, other: Box): Box => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];
