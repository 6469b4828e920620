import type { Throttle } from './rest-api.ts';

/** A token bucket. It starts full. */
export class TokenBucket {
  readonly #throttle: Throttle;
  #tokens: number;
  #at: number;

  /** @param now Milliseconds since any fixed moment. */
  constructor(throttle: Throttle, now: number) {
    this.#throttle = throttle;
    this.#tokens = throttle.burstLimit;
    this.#at = now;
  }

  /** Takes a token if there is one. */
  take(now: number): boolean {
    const { burstLimit, rateLimit } = this.#throttle;
    if (burstLimit === Infinity) return true;
    // The clock of a laptop may be set back; that must not empty the bucket.
    const seconds = Math.max(0, now - this.#at) / 1000;
    const refilled = rateLimit === Infinity ? burstLimit : seconds * rateLimit;
    this.#tokens = Math.min(burstLimit, this.#tokens + refilled);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
