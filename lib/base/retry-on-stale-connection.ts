/** Errors of a connection that was closed before the request was sent. */
const connectionErrors = new Set(['ECONNRESET', 'EPIPE']);

/** If a connection fails later than this, the function may have received the request. In milliseconds. */
const staleMilliseconds = 1_000;

/**
 * After a long freeze, a function's keep-alive connections are closed, and it only notices when it uses one. In that case,
 * the request is sent once more. Any other failure is not retried: there is no time for a second attempt.
 */
export async function retryOnStaleConnection<T>(
  abortSignal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
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
