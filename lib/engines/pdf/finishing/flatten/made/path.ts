import type { Box } from '../../../assembly/pages/page-view.ts';
import { numerals } from '../../overlays/matrix.ts';
import type { Point } from '../geometry.ts';

/** The distance of the control points of a quarter of a circle, in radii. */
const kappa = 0.5523;

const rounded = (coordinate: number): number => Math.round(coordinate * 1000) / 1000;

/** Writes path operators (PDF 32000-1, 8.5.2), and keeps track of what they cover. */
export class Path {
  readonly #operators: string[] = [];
  #box: Box | undefined;

  /** Adds any other operators. */
  add(operators: string): this {
    this.#operators.push(operators);
    return this;
  }

  move(point: Point): this {
    return this.#segment([point], 'm');
  }

  line(point: Point): this {
    return this.#segment([point], 'l');
  }

  curve(first: Point, second: Point, end: Point): this {
    return this.#segment([first, second, end], 'c');
  }

  close(): this {
    return this.add('h');
  }

  /** Lines from point to point. */
  polygon([first, ...others]: readonly Point[], isClosed: boolean): this {
    if (!first) return this;
    this.move(first);
    for (const point of others) this.line(point);
    return isClosed ? this.close() : this;
  }

  rectangle([left, bottom, right, top]: Box): this {
    return this.polygon(
      [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
      ],
      true,
    );
  }

  ellipse([left, bottom, right, top]: Box): this {
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    const [dx, dy] = [((right - left) / 2) * kappa, ((top - bottom) / 2) * kappa];
    return this.move([right, y])
      .curve([right, y + dy], [x + dx, top], [x, top])
      .curve([x - dx, top], [left, y + dy], [left, y])
      .curve([left, y - dy], [x - dx, bottom], [x, bottom])
      .curve([x + dx, bottom], [right, y - dy], [right, y])
      .close();
  }

  get content(): string {
    return this.#operators.join('\n');
  }

  /** The box around all points, enlarged on each side; undefined if there are none. */
  ink(margin: number): Box | undefined {
    if (!this.#box) return undefined;
    const [left, bottom, right, top] = this.#box;
    return [left - margin, bottom - margin, right + margin, top + margin].map(rounded) as unknown as Box;
  }

  #segment(points: readonly Point[], operator: string): this {
    for (const [x, y] of points) {
      const [left, bottom, right, top] = this.#box ?? [x, y, x, y];
      this.#box = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
    }
    return this.add(`${numerals(points.flat())} ${operator}`);
  }
}
