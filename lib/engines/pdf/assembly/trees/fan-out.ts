/**
 * Kids per node of the trees that are written. Readers descend by counts or limits and then search the kids one by one,
 * so neither flat nor deep trees are fast to search.
 */
const fanOut = 64;

/** `items` in groups, one for each node. */
export function fannedOut<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < items.length; start += fanOut) groups.push(items.slice(start, start + fanOut));
  return groups;
}

/** The index of the group in {@link fannedOut} that holds the item at `index`. */
export const groupOf = (index: number): number => Math.floor(index / fanOut);
