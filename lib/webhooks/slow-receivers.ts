import type { PostEvent } from './deliver-webhook.ts';
import type { SlowLane } from './slow-lane.ts';

/** A receiver that takes longer is slow; it may take up to 15 seconds. Milliseconds. */
const slowAfter = 3_000;
/** How long a key is taken to have slow receivers after the last of them was slow. */
const slowFor = 5 * 60_000;
/** Keys that are remembered. */
const mostRemembered = 1_000;

export interface SlowReceiversOptions {
  lane: SlowLane;
  report: (error: unknown) => void;
  now?: () => number;
}

/**
 * Keeps receivers that hang from holding all senders. An invocation sends its webhooks at the same time and ends with the
 * slowest of them, so the receivers of one key could keep every invocation waiting. Each sender remembers the keys whose
 * receivers were slow, and sends their webhooks only while it holds the slow lane, which one invocation at a time has. So
 * slow receivers of all keys together hold at most half of the two invocations. Until a sender has learned of a slow
 * key, the others wait once for its answer, 15 seconds at most.
 */
export class SlowReceivers {
  readonly #lane: SlowLane;
  readonly #report: (error: unknown) => void;
  readonly #now: () => number;
  /** When each key's receivers were last slow, the longest ago first. */
  readonly #slow = new Map<string, number>();

  constructor({ lane, report, now = Date.now }: SlowReceiversOptions) {
    this.#lane = lane;
    this.#report = report;
    this.#now = now;
  }

  /** Posts, and learns whether the receivers of that owner are slow. */
  watched(owner: string | undefined, post: PostEvent): PostEvent {
    return async (...args) => {
      const start = this.#now();
      try {
        return await post(...args);
      } finally {
        if (owner !== undefined && this.#now() - start > slowAfter) this.#remember(owner);
      }
    };
  }

  /**
   * Sends a batch, with the slow lane if it has webhooks of keys with slow receivers and no other sender holds the lane.
   *
   * @param owners keys of the batch's webhooks
   * @param millisecondsLeft for this invocation; the lane is free again after that, whatever becomes of the invocation
   * @param send sends those that `maySend`; the others must come again
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
