import type { Box } from '../../../assembly/pages/page-view.ts';
import { composed, type Matrix } from '../../../finishing/overlays/matrix.ts';

/** The graphics state, as far as it affects where content is clipped. */
interface State {
  matrix: Matrix;
  /** Whether all of the page is inside the clipping path. */
  isWhole: boolean;
}

/** A tolerance in points. */
const tolerance = 1;

/** Levels of the graphics state that are followed. The standard allows 28 (PDF 32000-1, annex C). */
const maxLevels = 1000;

/** Tracks whether content can be anywhere on its page, as page headers can, or is clipped to a part of it. */
export class Clip {
  readonly #box: Box;
  readonly #levels: State[] = [];
  #state: State = { matrix: [1, 0, 0, 1, 0, 0], isWhole: true };
  /** The rectangle that is the current path; undefined for other paths. */
  #rectangle: readonly number[] | undefined;
  #isPath = false;
  #isPending = false;

  constructor(box: Box) {
    this.#box = box;
  }

  get isWholePage(): boolean {
    return this.#state.isWhole;
  }

  /** The vertical place of a point of the current user space on the page. */
  heightOf(x: number, y: number): number {
    const [, b, , d, , f] = this.#state.matrix;
    return b * x + d * y + f;
  }

  apply(name: string, numbers: () => readonly number[]): void {
    if (name === 'q') {
      if (this.#levels.length < maxLevels) this.#levels.push(this.#state);
    } else if (name === 'Q') this.#state = this.#levels.pop() ?? this.#state;
    else if (name === 'cm') this.#transform(numbers());
    else if (name === 're') {
      this.#rectangle = this.#isPath ? undefined : numbers();
      this.#isPath = true;
    } else if (name === 'm' || name === 'l' || name === 'c') {
      this.#rectangle = undefined;
      this.#isPath = true;
    } else if (name === 'W' || name === 'W*') this.#isPending = true;
  }

  /** The end of a path, which becomes part of the clipping path if it is to. */
  endPath(): void {
    if (this.#isPending) this.#state = { ...this.#state, isWhole: this.#state.isWhole && this.#coversPage() };
    this.#rectangle = undefined;
    this.#isPath = false;
    this.#isPending = false;
  }

  #transform(values: readonly number[]): void {
    const [a, b, c, d, e, f] = values;
    if (values.length !== 6 || values.some(Number.isNaN)) return;
    this.#state = {
      ...this.#state,
      matrix: composed([a, b, c, d, e, f] as unknown as Matrix, this.#state.matrix),
    };
  }

  #coversPage(): boolean {
    const [x, y, width, height] = this.#rectangle ?? [];
    if (x === undefined || y === undefined || width === undefined || height === undefined) return false;
    const [a, b, c, d, e, f] = this.#state.matrix;
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ] as const;
    const across = corners.map(([u, v]) => a * u + c * v + e);
    const along = corners.map(([u, v]) => b * u + d * v + f);
    const [left, bottom, right, top] = this.#box;
    return (
      Math.min(...across) <= left + tolerance &&
      Math.max(...across) >= right - tolerance &&
      Math.min(...along) <= bottom + tolerance &&
      Math.max(...along) >= top - tolerance
    );
  }
}
