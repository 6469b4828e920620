/** The weight of a run of pages, and the size of the document that they became. Both in bytes. */
interface Measurement {
  weight: number;
  size: number;
}

/** Shares of the weight beyond which two measurements say nothing about others. */
const plausible = { least: 0.05, greatest: 20 };

/**
 * Predicts sizes of documents from the weights of their pages: a fixed size, and a share of the weight. Both are learned
 * from documents that were assembled.
 */
export class SizeModel {
  #fixed = 0;
  #share = 1;
  #last: Measurement | undefined;

  /** The weight of the pages that fill a document of that size. */
  weightFor(size: number): number {
    return (size - this.#fixed) / this.#share;
  }

  /** Starts another document: what was learned stays, but the next measurement starts a new line. */
  restart(): void {
    this.#last = undefined;
  }

  learn(measurement: Measurement): void {
    const { weight, size } = measurement;
    const last = this.#last;
    const share = last ? (size - last.size) / (weight - last.weight) : NaN;
    if (share > plausible.least && share < plausible.greatest) this.#share = share;
    this.#fixed = size - this.#share * weight;
    this.#last = measurement;
  }
}
