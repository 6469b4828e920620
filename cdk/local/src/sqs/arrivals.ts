/**
 * Lets long polls sleep until something changes in a queue. It says only *that* something changed; each
 * woken poll looks for itself, in the order in which the polls began.
 */
export class Arrivals {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Wakes the polls of a queue: a message arrived, or may be visible sooner than they believe. */
  announce(queue: string): void {
    for (const wake of this.#waiting.get(queue) ?? []) wake();
  }

  /** Resolves at the next announcement, after `milliseconds`, or when `signal` aborts. */
  wait(queue: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, waiting);
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener('abort', wake);
      waiting.add(wake);
      if (signal.aborted) wake();
    });
  }
}
