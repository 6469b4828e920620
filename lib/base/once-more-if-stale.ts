/** Errors of a connection that was closed before the request was sent. */
const connectionErrors = new Set(['ECONNRESET', 'EPIPE']);

/** If a connection fails later than this, the function may have received the request. In milliseconds. */
const staleMilliseconds = 1_000;

/**
 * A function that was frozen for long finds its kept connections closed, and learns it when it uses one: then the
 * request is sent once more. Otherwise it never is, for work that failed half-way leaves no time for another.
 */
export async function onceMoreIfStale<T>(abortSignal: AbortSignal, send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await send();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const wasStale =
      code !== undefined && connectionErrors.has(code) && performance.now() - startedAt < staleMilliseconds;
    if (!wasStale || abortSignal.aborted) throw error;
    return await send();
  }
}
