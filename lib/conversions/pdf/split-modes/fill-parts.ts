import { SizeModel } from './size-model.ts';

/** Estimates of what pages take. */
export interface Weights {
  /** Starts another part, which has no page yet. */
  restart: () => void;
  /** Adds a page to the part. Returns the bytes that it adds, about. */
  add: (index: number) => number;
}

/** A part of consecutive pages. */
export interface FilledPart<Made> {
  /** The index of the first page. */
  start: number;
  count: number;
  made: Made;
}

interface Filling<Made> {
  pageCount: number;
  /** Size of the largest part, in bytes. */
  maxBytes: number;
  weights: Weights;
  /** Makes the part with `count` pages from `start`. */
  make: (start: number, count: number) => Made;
  /** The size of a part in bytes; undefined for a part that is too short to be made. */
  sizeOf: (made: Made) => number | undefined;
}

/**
 * Yields parts with as many pages as fit into `maxBytes`, in order. A page that does not fit on its own is a part.
 *
 * Sizes do not add up, because pages share objects, so every part is made and measured. Weights and what earlier parts
 * showed give a guess that is almost right; each part then takes about two attempts: one that fits, and one with a page
 * more that does not. If the weights mislead, halving the range bounds the attempts by its logarithm.
 */
export function* fillParts<Made>(filling: Filling<Made>): Generator<FilledPart<Made>> {
  const model = new SizeModel();
  for (let start = 0; start < filling.pageCount;) {
    const part = fillPart(start, model, filling);
    yield part;
    start += part.count;
  }
}

/** Whether an attempt halves the range: from the third on, every second. */
const halves = (attempt: number): boolean => attempt > 2 && attempt % 2 === 1;

function fillPart<Made>(
  start: number,
  model: SizeModel,
  { pageCount, maxBytes, weights, make, sizeOf }: Filling<Made>,
): FilledPart<Made> {
  const all = pageCount - start;
  const sums = new RunningSums(start, weights);
  model.restart();
  let fitting: FilledPart<Made> | undefined;
  let [most, tooMany] = [0, all + 1];
  for (let attempt = 1; ; attempt += 1) {
    // As long as everything fits, a wrong guess costs no more than the attempts before.
    const reach = attempt > 1 && tooMany > all ? Math.min(2 * most + 1, all) : tooMany - 1;
    const guess = halves(attempt)
      ? Math.ceil((most + tooMany) / 2)
      : sums.countFor(model.weightFor(maxBytes), reach);
    const count = Math.min(Math.max(guess, most + 1), reach);
    const made = make(start, count);
    const size = sizeOf(made);
    if (size !== undefined) model.learn({ weight: sums.of(count), size });
    if (size === undefined || size <= maxBytes) [most, fitting] = [count, { start, count, made }];
    else tooMany = count;
    if (tooMany === 1) return { start, count, made };
    if (fitting && most + 1 === tooMany) return fitting;
  }
}

/** The weights of the first pages of a part, added up as far as they are needed. */
class RunningSums {
  readonly #start: number;
  readonly #weights: Weights;
  readonly #sums = [0];

  constructor(start: number, weights: Weights) {
    this.#start = start;
    this.#weights = weights;
    weights.restart();
  }

  /** The weight of the first `count` pages. */
  of(count: number): number {
    while (this.#sums.length <= count) {
      const index = this.#start + this.#sums.length - 1;
      this.#sums.push((this.#sums.at(-1) ?? 0) + this.#weights.add(index));
    }
    return this.#sums[count] ?? 0;
  }

  /** The number of pages, at most `most`, whose weight is at most `weight`. */
  countFor(weight: number, most: number): number {
    let count = 0;
    while (count < most && this.of(count + 1) <= weight) count += 1;
    return count;
  }
}
