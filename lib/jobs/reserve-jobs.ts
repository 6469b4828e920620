import { newUlid } from '../base/ulid.ts';
import type { CallActivityStore } from '../activity/activity.ts';
import type { ReservedJob } from '../activity/reserved-job.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { newId } from '../base/identifiers.ts';
import { timed } from '../base/observability/span.ts';
import { lapseOf, slotHolder } from './open-jobs.ts';

/** Counts calls that submit one job each, together with the slots of their jobs. */
export class JobReservations {
  readonly #activity: CallActivityStore;
  readonly #cap: PlanCap;

  /** @param cap on the open jobs of a key */
  constructor(activity: CallActivityStore, cap: PlanCap) {
    this.#activity = activity;
    this.#cap = cap;
  }

  /** Counts the call and takes a slot for its job. */
  start(caller: Principal): ReservedJob {
    const { keyId: owner, plan } = caller;
    const own = newUlid();
    const jobId = newId('job', own);
    const call = timed('slot', () =>
      this.#activity.admit(caller, {
        owner,
        kind: 'open',
        id: slotHolder(jobId, 0),
        until: lapseOf(jobId),
        limit: this.#cap[plan],
      }),
    );
    // `counted` reports rejections.
    let slot = call.then((admitted) => admitted.slot);
    slot.catch(() => undefined);
    const takeSlot: ReservedJob['takeSlot'] = () => {
      const taken = slot;
      slot = Promise.resolve(undefined);
      return taken;
    };
    return {
      ulid: own,
      counted: async () => (await call).rate,
      takeSlot,
      end: async () => {
        try {
          const unused = await takeSlot();
          if (unused) await timed('release', () => this.#activity.release(owner, unused));
        } catch {
          // The table is unavailable.
        }
      },
    };
  }
}
