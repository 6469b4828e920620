import { ConnectionError, ProblemError, StorageError } from './errors.ts';

export interface AttemptOptions {
  /** Further tries after the first. */
  retries: number;
  signal?: AbortSignal | undefined;
  /** Told before each pause, which is in seconds. */
  onRetry?: ((error: Error, pause: number) => void) | undefined;
}

/** Longer pauses are the caller's: it may want to give up instead. */
const longestPause = 60;

/** A request whose first try still runs has ended by then, and with it what stands in the way; milliseconds. */
const longestRun = 60_000;

/**
 * Does something that sends a request until it succeeds or fails for good. Whatever it sends must be the same each time,
 * a POST with the same idempotency key.
 *
 * @throws what the last try threw; the reason of `signal` when it aborts
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
      if (signal?.aborted || !(error instanceof Error)) throw error;
      const pause = pauseAfter(error, failures);
      const running = isStillRunning(error);
      if (pause === undefined || (running ? Date.now() - begin > longestRun : failures >= retries))
        throw error;
      // Waiting for the first try is no failure of this one.
      if (!running) failures += 1;
      onRetry?.(error, pause);
      await sleep(pause * 1000, signal);
    }
  }
}

/** Seconds to wait after that error; undefined where another try is no use, or for the caller to decide. */
function pauseAfter(error: Error, failures: number): number | undefined {
  if (!isPassing(error)) return undefined;
  const asked = error instanceof ProblemError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked <= longestPause ? asked : undefined;
  // Half of it by chance, so that clients that failed together do not come back together.
  return 0.5 * 2 ** failures * (0.5 + Math.random() / 2);
}

/**
 * Whether the next try can end otherwise without anybody doing anything. A page that could not be reached or was too slow
 * can be tried again too, but that is for people to decide.
 */
function isPassing(error: Error): boolean {
  if (error instanceof ConnectionError) return true;
  if (isStillRunning(error)) return true;
  return (
    (error instanceof ProblemError || error instanceof StorageError) &&
    (error.status === 429 || error.status >= 500)
  );
}

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
