import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds: a lease, the pause between two renewals, and the pause after a failed one. Two renewals in a row can
 * fail before a lease lapses.
 */
export const leaseTimes = { lease: 60_000, renewal: 20_000, retry: 5_000 } as const;

/** The attempt lost its lease: the job was canceled, or another worker has claimed it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface Lease {
  /** Extends the lease. False if the attempt has lost it. */
  renew: () => Promise<boolean>;
  /** Receives errors of `renew`, which is called again. */
  report: (error: unknown) => void;
  /** Waits. Rejects when `signal` is aborted. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs `work` and renews its lease until it ends. No renewal is in progress any more when this settles.
 *
 * @param work gets a signal that aborts when the lease is lost
 * @throws LeaseLost when `work` failed after the lease was lost
 */
export async function holdLease<T>(
  work: (lost: AbortSignal) => Promise<T>,
  { renew, report, pause = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }) }: Lease,
): Promise<T> {
  const lost = new AbortController();
  const ended = new AbortController();
  const keepRenewing = async (): Promise<void> => {
    for (let next: number = leaseTimes.renewal; ;) {
      // Rejects at the end of the work.
      await pause(next, ended.signal);
      try {
        if (!(await renew())) {
          lost.abort(new LeaseLost());
          return;
        }
        next = leaseTimes.renewal;
      } catch (error) {
        report(error);
        next = leaseTimes.retry;
      }
    }
  };
  const renewing = keepRenewing().catch(() => undefined);
  try {
    return await work(lost.signal);
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    ended.abort();
    await renewing;
  }
}
