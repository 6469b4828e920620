import type { SlowLane } from './slow-lane.ts';

/** A receiver is slow if it takes longer than this. It may take up to 15 seconds. Milliseconds. */
const slowAfter = 3_000;
/** How long a key counts as having slow receivers after the last slow response, in milliseconds. */
const slowFor = 5 * 60_000;
/** Maximum number of keys to remember. */
const mostRemembered = 1_000;

export interface SlowReceiversOptions {
  lane: SlowLane;
  report: (error: unknown) => void;
  now?: () => number;
}

/**
 * Prevents receivers that hang from blocking all senders. An invocation sends its webhooks concurrently and ends with
 * the slowest, so the receivers of one key could delay every invocation. Each sender remembers the keys whose receivers
 * were slow, and sends their webhooks only while it holds the slow lane, which admits one invocation at a time. So slow
 * receivers of all keys together occupy at most half of the two invocations. Until a sender knows that a key is slow,
 * the others wait for its response once, at most 15 seconds.
 */
export class SlowReceivers {
  readonly #lane: SlowLane;
  readonly #report: (error: unknown) => void;
  readonly #now: () => number;
  /** When each key's receivers were last slow, oldest first. */
  readonly #slow = new Map<string, number>();

  constructor({ lane, report, now = Date.now }: SlowReceiversOptions) {
    this.#lane = lane;
    this.#report = report;
    this.#now = now;
  }

  /** Runs `send`, which sends a webhook, to learn whether the receivers of that owner are slow. */
  async watch<T>(owner: string | undefined, send: () => Promise<T>): Promise<T> {
    const start = this.#now();
    try {
      return await send();
    } finally {
      if (owner !== undefined && this.#now() - start > slowAfter) this.#remember(owner);
    }
  }

  /**
   * Sends a batch. Takes the slow lane if the batch has webhooks of keys with slow receivers and no other sender holds
   * the lane.
   *
   * @param owners keys of the batch's webhooks
   * @param millisecondsLeft for this invocation; the lane is free again after that time in any case
   * @param send sends the webhooks that `maySend` allows; the others must be delivered again
   */
  async share<T>(
    owners: readonly (string | undefined)[],
    millisecondsLeft: number,
    send: (maySend: (owner: string | undefined) => boolean) => Promise<T>,
  ): Promise<T> {
    const slow = new Set(owners.filter((owner) => this.#isSlow(owner)));
    if (slow.size === 0) return send(() => true);
    const now = this.#now();
    const hold = await this.#lane.take(now, now + millisecondsLeft).catch((error: unknown) => {
      this.#report(error);
      return undefined;
    });
    if (hold === undefined) return send((owner) => !slow.has(owner));
    try {
      return await send(() => true);
    } finally {
      await this.#lane.release(hold).catch(this.#report);
    }
  }

  #isSlow(owner: string | undefined): boolean {
    const last = owner === undefined ? undefined : this.#slow.get(owner);
    return last !== undefined && this.#now() - last < slowFor;
  }

  #remember(owner: string): void {
    this.#slow.delete(owner);
    this.#slow.set(owner, this.#now());
    const [first] = this.#slow.keys();
    if (this.#slow.size > mostRemembered && first !== undefined) this.#slow.delete(first);
  }
}
