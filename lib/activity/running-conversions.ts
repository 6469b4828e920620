import { setTimeout as sleep } from 'node:timers/promises';
import { newUlid } from '../base/ulid.ts';
import type { AdmittedCall, CallActivityStore, Slot } from './activity.ts';
import { usageOfSpan } from './usage-of-span.ts';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { RateStatus } from '../auth/rate-limit.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { timed } from '../base/observability/span.ts';

/** Milliseconds after the deadline at which an unreleased slot lapses. */
const leaseMargin = 5_000;

/**
 * Milliseconds before each retry to take a slot. Calls that turn out to exceed the rate hold slots briefly, which must
 * not cause the rejection of a call within the rate.
 */
const retryPauses = [15, 30, 60, 120];

/** Milliseconds for which the room that a conversion left is relied on. */
const expectedMilliseconds = 60_000;

/** The share of its calls per minute that a key must have left. */
const spareShare = 0.1;

/** Maximum number of keys that are known to have room. An evicted one waits until its conversion is admitted. */
const maxRemembered = 10_000;

/** A conversion that requests one of its key's slots. */
export interface RunningConversion {
  /** Whether the previous conversion of the key in this environment left room for another one, a short while ago. */
  isExpected: boolean;
  /** The rate of the key after the call of this conversion. */
  counted(): Promise<RateStatus>;
  /**
   * Waits until the conversion may run.
   *
   * @throws AppError `too-many-requests` when all slots of the key are taken
   */
  admitted(): Promise<void>;
  /**
   * Releases the slot, and counts the current span as usage if it completed. Never rejects: an unreleased slot lapses.
   */
  end(completed: boolean): Promise<void>;
}

/** Limits the concurrent synchronous conversions of each key to the cap of its plan. */
export class RunningConversions {
  readonly #activity: CallActivityStore;
  readonly #cap: PlanCap;
  /** When the latest conversion of a key left room for another one. */
  readonly #roomAt = new Map<string, number>();

  constructor(activity: CallActivityStore, cap: PlanCap) {
    this.#activity = activity;
    this.#cap = cap;
  }

  /**
   * Counts the call and requests a slot, while the caller reads the request.
   *
   * @param operation the contract's name, for the usage
   * @param deadline milliseconds since the epoch by which the conversion ends
   */
  start(caller: Principal, operation: string, deadline: number): RunningConversion {
    const { keyId, plan } = caller;
    const limit = this.#cap[plan];
    const request = {
      owner: keyId,
      kind: 'running',
      id: newUlid(),
      until: deadline + leaseMargin,
      limit,
    } as const;
    const isExpected = Date.now() - (this.#roomAt.get(keyId) ?? 0) < expectedMilliseconds;
    const call = timed('slot', () => this.#activity.admit(caller, request)).then((admitted) => {
      this.#note(keyId, admitted);
      return admitted;
    });
    let taken = call.then(({ slot }) => slot);
    // `counted` reports rejections.
    taken.catch(() => undefined);
    let hasEnded = false;
    const admit = async (): Promise<void> => {
      if (await taken) return;
      for (const pause of retryPauses) {
        await sleep(pause);
        // A conversion that started early can fail meanwhile. Nobody would release its slot.
        if (hasEnded) break;
        taken = this.#activity.take(request);
        if (await taken) return;
      }
      throw new AppError(
        'too-many-requests',
        `The ${plan} plan allows ${limit} concurrent synchronous conversions. Retry when one has finished.`,
        { retryAfterSeconds: 1 },
      );
    };
    let admission: Promise<void> | undefined;
    return {
      isExpected,
      counted: async () => (await call).rate,
      admitted: () => (admission ??= admit()),
      end: (completed) => {
        hasEnded = true;
        return this.#end(keyId, taken, completed ? operation : undefined);
      },
    };
  }

  #note(keyId: string, { rate, slot }: AdmittedCall): void {
    this.#roomAt.delete(keyId);
    if (!slot || !rate.allowed || rate.remaining < rate.limit * spareShare) return;
    if (this.#roomAt.size >= maxRemembered) this.#roomAt.clear();
    this.#roomAt.set(keyId, Date.now());
  }

  async #end(owner: string, taken: Promise<Slot | undefined>, operation: string | undefined): Promise<void> {
    try {
      const slot = await taken;
      const usage = operation === undefined ? undefined : usageOfSpan(operation);
      if (slot) await timed('release', () => this.#activity.release(owner, slot, usage));
    } catch {
      // The table is unavailable; the slot lapses.
    }
  }
}
