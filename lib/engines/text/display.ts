import type { Box as UserBox, PageView } from '../pdf/assembly/pages/page-view.ts';
import type { Box } from './glyph.ts';

/** Converts a point from user space to the page as displayed, with the origin at the top left. */
export function pointOnPage(view: PageView, x: number, y: number): [x: number, y: number] {
  const display = new Display(view);
  return [display.x(x, y), display.y(x, y)];
}

/** Converts a rectangle from user space to the page as displayed. */
export function displayedBox(view: PageView, [left, bottom, right, top]: UserBox): Box {
  const [x1, y1] = pointOnPage(view, left, bottom);
  const [x2, y2] = pointOnPage(view, right, top);
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}

/** Converts the points of a page, without an array for each. */
export class Display {
  /** Whether the page is turned to its side: horizontal positions are vertical ones of user space. */
  readonly #isTurned: boolean;
  /** The position in user space that is at the left edge, and what the distance from it is multiplied by. */
  readonly #left: number;
  readonly #across: number;
  /** The same for the upper edge. */
  readonly #top: number;
  readonly #down: number;
  /** Points per unit of user space. */
  readonly unit: number;

  constructor({ box: [left, bottom, right, top], rotation, unit }: PageView) {
    this.#isTurned = rotation === 90 || rotation === 270;
    const [atLeft, atTop] = { 0: [left, top], 90: [bottom, left], 180: [right, bottom], 270: [top, right] }[
      rotation
    ] as [number, number];
    this.unit = unit;
    this.#left = atLeft;
    this.#top = atTop;
    this.#across = rotation === 0 || rotation === 90 ? unit : -unit;
    this.#down = rotation === 90 || rotation === 180 ? unit : -unit;
  }

  x(x: number, y: number): number {
    return ((this.#isTurned ? y : x) - this.#left) * this.#across + 0; // Never -0.
  }

  y(x: number, y: number): number {
    return ((this.#isTurned ? x : y) - this.#top) * this.#down + 0;
  }
}
