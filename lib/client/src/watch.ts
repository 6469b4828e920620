import { ConnectionError } from './errors.ts';

/** The longest delay of a timer of the platform, in milliseconds. */
const longestDelay = 2 ** 31 - 1;

/**
 * Watches one attempt at a request. The attempt ends when the caller aborts it, when it makes no progress for some time,
 * or when a callback of the caller throws.
 */
export class Watch {
  /** Aborts when the attempt ends early, with the error as its reason. */
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #timeout: number;
  readonly #host: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #runs = false;

  /** @param timeout milliseconds without progress; `Infinity` for no limit */
  constructor(signal: AbortSignal | undefined, timeout: number, host: string) {
    this.signal = AbortSignal.any([this.#stop.signal, ...(signal ? [signal] : [])]);
    this.#timeout = timeout;
    this.#host = host;
  }

  /** Records progress of a step. The time without progress starts anew, `extra` milliseconds from now. */
  progress(extra = 0): void {
    clearTimeout(this.#timer);
    // A server can respond before it has received the whole request.
    if (!this.#runs || this.#timeout === Infinity) return;
    this.#timer = setTimeout(
      () => {
        const message = `No response from ${this.#host} for ${this.#timeout / 1000} s.`;
        this.#stop.abort(new ConnectionError(message));
      },
      Math.min(this.#timeout + extra, longestDelay),
    );
  }

  /** Calls a callback of the caller. */
  notify(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#stop.abort(error);
    }
  }

  /**
   * Runs one step of the attempt, which uses `signal`.
   *
   * @throws the reason of `signal` when it aborts, otherwise what `failure` returns for the error of the step
   */
  async run<T>(step: () => Promise<T>, failure: (cause: unknown) => unknown): Promise<T> {
    this.#runs = true;
    this.progress();
    try {
      const value = await step();
      this.signal.throwIfAborted();
      return value;
    } catch (cause) {
      this.signal.throwIfAborted();
      throw await failure(cause);
    } finally {
      this.#runs = false;
      clearTimeout(this.#timer);
    }
  }
}
