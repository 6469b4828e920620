import { setImmediate as turn } from 'node:timers/promises';

/** A clock that jumps to the end of the next sleep once all other work is done. */
export class VirtualTime {
  now: number;
  readonly #sleepers: { at: number; wake: () => void }[] = [];

  constructor(start: number) {
    this.now = start;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.now + milliseconds, wake }));
  }

  /** Lets time pass until `over` settles. Rejects as it does, or when nothing sleeps any more. */
  async passUntil(over: Promise<unknown>): Promise<void> {
    const end = { reached: false };
    const reached = over.finally(() => (end.reached = true));
    reached.catch(() => undefined);
    for (;;) {
      await turn();
      if (end.reached) break;
      this.#sleepers.sort((one, other) => one.at - other.at);
      const next = this.#sleepers.shift();
      if (!next) throw new Error('Nothing happens any more');
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    await reached;
  }
}
