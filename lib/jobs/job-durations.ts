/** Milliseconds before the first read of a job while no duration is known, and the longest time before it. */
const firstRead = { unknown: 70, latest: 200 };

/** Durations to remember, and the share of the shortest one at which the next job is read first. */
const remembered = 8;
const share = 0.95;

/**
 * The durations of the jobs for which an environment last waited. They show when the next job can have ended: hardly
 * one ends before, so reading it earlier would only cost requests.
 */
export class JobDurations {
  readonly #last: number[] = [];

  /** Milliseconds after which to read the next job for the first time. */
  get firstRead(): number {
    if (this.#last.length === 0) return firstRead.unknown;
    return Math.min(firstRead.latest, share * Math.min(...this.#last));
  }

  /** @param milliseconds from the beginning of a wait to the end of its job */
  add(milliseconds: number): void {
    this.#last.push(milliseconds);
    if (this.#last.length > remembered) this.#last.shift();
  }
}
