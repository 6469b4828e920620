/** Runs `work` on all items, `size` at a time. Returns the results in the order of the items. */
export async function inBatches<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    const batch = items.slice(at, at + size);
    results.push(...(await Promise.all(batch.map((item, index) => work(item, at + index)))));
  }
  return results;
}
