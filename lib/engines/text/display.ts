import type { Box as UserBox, PageView } from '../pdf/assembly/pages/page-view.ts';
import type { Box } from './glyph.ts';

/** Converts a point from user space to the page as displayed, with the origin at the top left. */
export const pointOnPage = (view: PageView, x: number, y: number): [x: number, y: number] => [
  displayedX(view, x, y),
  displayedY(view, x, y),
];

/** The horizontal position of a point of user space on the page as displayed. */
export function displayedX(
  { box: [left, bottom, right, top], rotation, unit }: PageView,
  x: number,
  y: number,
): number {
  switch (rotation) {
    case 0:
      return (x - left) * unit;
    case 90:
      return (y - bottom) * unit;
    case 180:
      return (right - x) * unit;
    case 270:
      return (top - y) * unit;
  }
}

/** The vertical position of a point of user space on the page as displayed, from the top. */
export function displayedY(
  { box: [left, bottom, right, top], rotation, unit }: PageView,
  x: number,
  y: number,
): number {
  switch (rotation) {
    case 0:
      return (top - y) * unit;
    case 90:
      return (x - left) * unit;
    case 180:
      return (y - bottom) * unit;
    case 270:
      return (right - x) * unit;
  }
}

/** Converts a rectangle from user space to the page as displayed. */
export function displayedBox(view: PageView, [left, bottom, right, top]: UserBox): Box {
  const [x1, y1] = pointOnPage(view, left, bottom);
  const [x2, y2] = pointOnPage(view, right, top);
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}
