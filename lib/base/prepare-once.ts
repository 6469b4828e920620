/**
 * Shares the result of one preparation among all calls. A preparation that fails is forgotten, so that the next call
 * retries it.
 *
 * @returns a function that throws what `prepare` throws
 */
export function prepareOnce<T>(prepare: () => Promise<T>): () => Promise<T> {
  let prepared: Promise<T> | undefined;
  const forget = (error: unknown): never => {
    prepared = undefined;
    throw error;
  };
  return () => (prepared ??= prepare().catch(forget));
}
