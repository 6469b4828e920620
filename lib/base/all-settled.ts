/**
 * Waits until all work has ended, also after a failure, so that what it created can be removed.
 *
 * @returns the results in the order of the work
 * @throws what the first failed work in that order threw
 */
export async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
