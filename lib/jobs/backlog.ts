import type { Job } from './job.ts';

/** A job that no worker has claimed. */
export type WaitingJob = Pick<Job, 'id' | 'owner'>;

/** The waiting and running jobs of a queue. May lag slightly. */
export interface Backlog {
  /** Number of each owner's documents in progress. Owners without one are absent. */
  running: ReadonlyMap<string, number>;
  /** Oldest first. */
  waiting: readonly WaitingJob[];
}

export interface BacklogReader {
  /** @param now milliseconds since the epoch */
  read(now: number): Promise<Backlog>;
}

/**
 * Returns the jobs to run before one of `owner`: the oldest waiting job of each other owner whose turn comes first, in
 * the order of their turns. The owner with the fewest documents in progress comes first; among equals, the one served
 * longest ago, or never. So an owner has at most half of the workers (rounded up) while another one waits, and each of
 * n waiting owners has about an nth.
 *
 * @param lastServed when this worker last took a document of an owner
 */
export function jobsBefore(
  owner: string,
  { running, waiting }: Backlog,
  lastServed: ReadonlyMap<string, number>,
): WaitingJob[] {
  const oldest = new Map<string, WaitingJob>();
  for (const job of waiting) if (!oldest.has(job.owner)) oldest.set(job.owner, job);
  oldest.delete(owner);
  const order = (one: string, other: string): number =>
    (running.get(one) ?? 0) - (running.get(other) ?? 0) ||
    (lastServed.get(one) ?? 0) - (lastServed.get(other) ?? 0);
  return [...oldest.values()]
    .filter((job) => order(job.owner, owner) < 0)
    .sort((one, other) => order(one.owner, other.owner));
}
