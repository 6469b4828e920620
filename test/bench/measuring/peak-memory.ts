import type { ProcessGroup } from '../contestants/contestant.ts';
import { memoryOf } from './process-tree.ts';

/** Milliseconds between two looks. */
const period = 8;

/**
 * The most memory in bytes while `work` is done: of each name the group that has most, added up. What lasts less than
 * a few milliseconds may be missed.
 */
export async function peakMemory(
  groups: () => readonly ProcessGroup[],
  work: () => Promise<unknown>,
): Promise<number> {
  const peaks = new Map<string, number>();
  const look = (): void => {
    for (const { name, pids } of groups()) {
      peaks.set(name, Math.max(peaks.get(name) ?? 0, memoryOf(pids)));
    }
  };
  const watch = setInterval(look, period);
  try {
    await work();
    look();
  } finally {
    clearInterval(watch);
  }
  return [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
}
