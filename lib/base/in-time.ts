export interface TimeBound {
  milliseconds: number;
  signal?: AbortSignal | undefined;
  /** The error once the time is over. */
  late: () => Error;
}

/**
 * What `work` gives, unless time or a signal ends the waiting. The work itself goes on; its outcome is ignored.
 *
 * @throws what `late` makes, or the signal's reason
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
