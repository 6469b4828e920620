import { plans } from '#lib/auth/plans.ts';
import { openKeyAdmin } from '../../../cdk/stack-access.ts';
import type { LocalStackFile } from '../../../cdk/local-state.ts';

/** Calls of one key within a minute, with some to spare. */
const callsPerKey = Math.floor(plans.business.requestsPerMinute * 0.9);

/** Keys in turn, a new one wherever the plan's limit would come into the way. */
export class ServiceKeys {
  readonly #stack: LocalStackFile;
  readonly #used: { key: string; calls: number[] }[];

  constructor(stack: LocalStackFile) {
    this.#stack = stack;
    this.#used = [{ key: stack.keys.business, calls: [] }];
  }

  /** A key with which one more call is within its plan. */
  async next(): Promise<string> {
    const minuteAgo = Date.now() - 60_000;
    for (const each of this.#used) {
      while ((each.calls[0] ?? Infinity) < minuteAgo) each.calls.shift();
      if (each.calls.length >= callsPerKey) continue;
      each.calls.push(Date.now());
      return each.key;
    }
    const { outputs, region, credentials, endpoints } = this.#stack;
    const admin = openKeyAdmin({ outputs, local: { region, credentials, endpoints } });
    const { key } = await admin.create({ plan: 'business', name: 'Benchmark' });
    this.#used.push({ key, calls: [Date.now()] });
    return key;
  }
}
