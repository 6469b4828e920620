import { dictAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { hasArea, inset, numbersAt } from '../geometry.ts';
import { componentsOf, setColour } from '../../colours.ts';
import { Path } from './path.ts';
import type { Sketcher } from './sketch.ts';
import { painting, strokeIn } from './stroke.ts';

/** The border and the background of a widget (PDF 32000-1, table 189). */
export const sketchFrame: Sketcher = (widget, rect) => {
  const characteristics = dictAt(widget, keys.MK);
  const border = characteristics && componentsOf(numbersAt(characteristics, keys.BC));
  const background = characteristics && componentsOf(numbersAt(characteristics, keys.BG));
  const stroke = border && strokeIn(widget, border);
  const operator = painting(stroke !== undefined, background !== undefined);
  const half = (stroke?.width ?? 0) / 2;
  const box = inset(rect, [half, half, half, half]);
  if (!operator || !hasArea(box)) return null;
  const path = new Path();
  if (stroke) path.add(stroke.operators);
  if (background) path.add(setColour(background, 'fill'));
  const { content } = path.rectangle(box).add(operator);
  return { content, ink: rect };
};
