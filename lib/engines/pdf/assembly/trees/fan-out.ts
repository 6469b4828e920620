/**
 * Kids of one node in the trees that are written. Readers walk down counts or limits and then look at the kids one by
 * one, so neither flat nor deep trees are quick to search.
 */
const fanOut = 64;

/** `items` in groups, one for each node. */
export function fannedOut<T>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < items.length; start += fanOut) groups.push(items.slice(start, start + fanOut));
  return groups;
}

/** The place in {@link fannedOut}'s groups of the item at `index`. */
export const groupOf = (index: number): number => Math.floor(index / fanOut);
