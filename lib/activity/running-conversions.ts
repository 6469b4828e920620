import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import type { ActivityStore, Slot } from './activity.ts';
import { usageOfWork } from './usage-of-work.ts';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { timed } from '../base/observability/work.ts';

/** Milliseconds after the deadline at which a slot lapses that was not released. */
const leaseMargin = 5_000;

/**
 * Milliseconds before a slot is asked for again. Calls that turn out to exceed the rate hold slots for a moment, which
 * must not reject a call that does not.
 */
const retryPauses = [15, 30, 60, 120];

/** A conversion that asks for one of its key's slots. */
export interface RunningConversion {
  /**
   * Waits until it may run.
   *
   * @throws AppError `too-many-requests`
   */
  admitted(): Promise<void>;
  /** Frees the slot, and counts the current work as usage if it completed. Never rejects: a slot lapses by itself. */
  end(completed: boolean): Promise<void>;
}

/** The synchronous conversions of each key, of which its plan allows only so many at the same time. */
export class RunningConversions {
  readonly #activity: ActivityStore;
  readonly #cap: PlanCap;

  constructor(activity: ActivityStore, cap: PlanCap) {
    this.#activity = activity;
    this.#cap = cap;
  }

  /**
   * Asks for a slot, while the caller counts the call and reads the request.
   *
   * @param operation the contract's name, for the usage
   * @param deadline milliseconds since the epoch by which the conversion ends
   */
  start({ keyId, plan }: Principal, operation: string, deadline: number): RunningConversion {
    const limit = this.#cap[plan];
    const request = {
      owner: keyId,
      kind: 'running',
      id: ulid(),
      until: deadline + leaseMargin,
      limit,
    } as const;
    let taken = timed('slot', () => this.#activity.take(request));
    // Rejections are reported by `admitted`, if the request gets that far.
    taken.catch(() => undefined);
    return {
      admitted: async () => {
        if (await taken) return;
        for (const pause of retryPauses) {
          await sleep(pause);
          taken = this.#activity.take(request);
          if (await taken) return;
        }
        throw new AppError(
          'too-many-requests',
          `The ${plan} plan allows ${limit} synchronous conversions at the same time. Retry when one has ended.`,
          { retryAfterSeconds: 1 },
        );
      },
      end: (completed) => this.#end(keyId, taken, completed ? operation : undefined),
    };
  }

  async #end(owner: string, taken: Promise<Slot | undefined>, operation: string | undefined): Promise<void> {
    try {
      const slot = await taken;
      const usage = operation === undefined ? undefined : usageOfWork(operation);
      if (slot) await timed('release', () => this.#activity.release(owner, slot, usage));
    } catch {
      // Storage is away for the moment; the slot lapses.
    }
  }
}
