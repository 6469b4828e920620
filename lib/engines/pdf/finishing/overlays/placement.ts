import type { PageView } from '../../assembly/pages/page-view.ts';
import { composed, type Matrix, rotationBy, scaling, translation, turnOf } from './matrix.ts';
import type { Overlay } from './overlay.ts';

type Placed = Pick<Overlay, 'position' | 'offset' | 'rotation'>;

interface Size {
  width: number;
  height: number;
}

/**
 * The place of content on a page: a transformation from the content's space to the user space of the page.
 *
 * @param size of the content
 * @param scale from the content's space to points
 */
export function placementOn(view: PageView, size: Size, scale: number, overlay: Placed): Matrix {
  const { offset, rotation, position } = overlay;
  const [cosine, sine] = turnOf(rotation).map(Math.abs) as [number, number];
  const [width, height] = [size.width * scale, size.height * scale];
  const x = centerAlong(view.width, width * cosine + height * sine, horizontal(position));
  const y = centerAlong(view.height, width * sine + height * cosine, vertical(position));
  return [
    scaling(scale),
    rotationBy(rotation),
    translation(x + offset[0], y + offset[1]),
    displayedToUser(view),
  ].reduce(composed, translation(-size.width / 2, -size.height / 2));
}

/** The edge that the content touches: at the start of the axis, at its end, or neither. */
type Edge = 'start' | 'end' | undefined;

const horizontal = (position: Overlay['position']): Edge =>
  position.endsWith('left') ? 'start' : position.endsWith('right') ? 'end' : undefined;

const vertical = (position: Overlay['position']): Edge =>
  position.startsWith('bottom') ? 'start' : position.startsWith('top') ? 'end' : undefined;

/** The center of content of that length on an axis. */
function centerAlong(axis: number, length: number, edge: Edge): number {
  if (edge === 'start') return length / 2;
  return edge === 'end' ? axis - length / 2 : axis / 2;
}

/** From points on the page as displayed, right and up from its lower left corner, to user space. */
export function displayedToUser({ box, rotation, unit }: PageView): Matrix {
  const [left, bottom, right, top] = box;
  const one = 1 / unit;
  switch (rotation) {
    case 0:
      return [one, 0, 0, one, left, bottom];
    case 90:
      return [0, one, -one, 0, right, bottom];
    case 180:
      return [-one, 0, 0, -one, right, top];
    case 270:
      return [0, -one, one, 0, left, top];
  }
}

/** From user space to points on the page as displayed. */
export function userToDisplayed({ box, rotation, unit }: PageView): Matrix {
  const [left, bottom, right, top] = box.map((edge) => edge * unit) as [number, number, number, number];
  switch (rotation) {
    case 0:
      return [unit, 0, 0, unit, -left, -bottom];
    case 90:
      return [0, -unit, unit, 0, -bottom, right];
    case 180:
      return [-unit, 0, 0, -unit, right, top];
    case 270:
      return [0, unit, -unit, 0, top, -left];
  }
}
