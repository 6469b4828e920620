export interface TimeBound {
  milliseconds: number;
  signal?: AbortSignal | undefined;
  /** Creates the error for a timeout. */
  late: () => Error;
}

/**
 * Settles with `work`, unless a timeout or a signal ends the wait. `work` itself continues, and its outcome is ignored.
 *
 * @throws Error from `late` when the time is over, or the signal's reason when it is aborted
 */
export function inTime<T>(work: Promise<T>, { milliseconds, signal, late }: TimeBound): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  const abort = (): void => reject(signal?.reason as Error);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  work.then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}
