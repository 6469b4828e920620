import { setTimeout as sleep } from 'node:timers/promises';
import { plans } from '#lib/auth/plans.ts';
import { makePdf } from '../support/pdf.ts';
import { exchange } from './exchange.ts';

/** The requests per minute of the plan. */
const limit = plans.free.requestsPerMinute;

/** Sends more requests with a key than its plan allows, and counts those that were accepted. */
export class FreeKey {
  /** Requests that were not rate-limited, by the minute in which they were counted. */
  readonly passed = new Map<number, number>();
  rejected = 0;
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  async hammer(baseUrl: string, isOver: () => boolean): Promise<void> {
    const bytes = new Uint8Array(await makePdf('Free', 1));
    while (!isOver()) {
      const body = new FormData();
      body.append('files', new Blob([bytes]), 'a.pdf');
      body.append('files', new Blob([bytes]), 'b.pdf');
      const response = await exchange(`${baseUrl}/api/pdf/merge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}` },
        body,
      });
      await sleep(200);
      if (response.kind === 'none') continue;
      if (response.status === 429) this.rejected += 1;
      // A request that failed before it was counted does not have this header.
      const reset = Number(response.headers.get('x-ratelimit-reset') ?? 0);
      if (reset === 0 || response.status === 429) continue;
      this.passed.set(reset, (this.passed.get(reset) ?? 0) + 1);
    }
  }

  /** The minutes in which more requests were accepted than the plan allows. */
  faults(): string[] {
    return [...this.passed]
      .filter(([, calls]) => calls > limit)
      .map(([reset, calls]) => `${calls} calls passed in the minute that ended at ${reset}, of ${limit}`);
  }
}
