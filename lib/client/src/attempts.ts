import { ConnectionError, ProblemError, StorageError } from './errors.ts';

export interface AttemptOptions {
  /** Retries after the first attempt. */
  retries: number;
  signal?: AbortSignal | undefined;
  /** Called before each pause, which is in seconds. */
  onRetry?: ((error: Error, pause: number) => void) | undefined;
}

/** The longest `Retry-After` in seconds that the client waits for. The caller decides about longer ones. */
const longestPause = 60;

/**
 * Milliseconds after which the first request with the same idempotency key has ended: a response takes at most five
 * minutes, and its transfer some seconds.
 */
const longestRun = 350_000;

/**
 * Repeats `attempt` until it succeeds or fails permanently. It must send the same request each time, a POST with the
 * same idempotency key.
 *
 * @throws the error of the last attempt, or the reason of `signal` when it aborts
 */
export async function attempts<T>(
  attempt: () => Promise<T>,
  { retries, signal, onRetry }: AttemptOptions,
): Promise<T> {
  const begin = Date.now();
  for (let failures = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      const pause = pauseAfter(error, failures);
      const running = isStillRunning(error);
      if (pause === undefined || (running ? Date.now() - begin > longestRun : failures >= retries))
        throw error;
      // Waiting for an earlier request with the same key does not use up a retry.
      if (!running) failures += 1;
      onRetry?.(error, pause);
      await sleep(pause * 1000, signal);
    }
  }
}

/** Seconds to wait after that error; undefined if a retry cannot help, or is up to the caller. */
function pauseAfter(error: Error, failures: number): number | undefined {
  if (!isTransient(error)) return undefined;
  // Part of the pause is random, so that clients that failed together do not retry together.
  const jitter = Math.random() / 2;
  const requested = isResponse(error) ? error.retryAfter : undefined;
  if (requested === undefined) return 0.5 * 2 ** failures * (0.5 + jitter);
  return requested <= longestPause ? requested * (1 + jitter) : undefined;
}

/**
 * Whether the client retries after that error. An unreachable or slow page (`url-unreachable`, `render-timeout`) can be
 * retried too, but that is up to the caller.
 */
function isTransient(error: Error): boolean {
  if (error instanceof ConnectionError || isStillRunning(error)) return true;
  return isResponse(error) && (error.status === 429 || error.status >= 500);
}

const isResponse = (error: Error): error is ProblemError | StorageError =>
  error instanceof ProblemError || error instanceof StorageError;

const isStillRunning = (error: Error): boolean =>
  error instanceof ProblemError && error.code === 'request-in-progress';

/** @throws the reason of `signal` when it aborts */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
