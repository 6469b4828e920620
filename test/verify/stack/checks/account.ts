import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { plans } from '#lib/auth/plans.ts';
import type { StackAccount } from '../account.ts';
import { type Check, NotAvailable } from '../check.ts';
import type { Target } from '../target.ts';

function accountOf(target: Target): StackAccount {
  const { account } = target.options;
  if (!account) throw new NotAvailable('Only an account on AWS has this: pass --stack with credentials.');
  return account;
}

/** The first check: the others need keys that work. */
export const keyCheck: Check = {
  title: 'A new key works within a minute',
  contract: true,
  covers: ['key-distribution'],
  async run(target) {
    const { keysCreatedAt, key, freeKey = key } = target.options;
    if (keysCreatedAt === undefined) throw new NotAvailable('The keys were not created by this command.');
    const statuses = new Map<number, number>();
    for (const each of [key, freeKey]) {
      for (;;) {
        const { status, body } = await target.call('/api/jobs', { key: each });
        await body?.cancel();
        if (status === 200) break;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await sleep(500, undefined, { signal: target.signal });
      }
    }
    const seconds = (performance.now() - keysCreatedAt) / 1000;
    const before = [...statuses].map(([status, count]) => `, before that ${count} × ${status}`);
    const text = `after ${seconds.toFixed(1)} s${before.join('')}`;
    assert.ok(seconds < 60, text);
    return text;
  },
};

export const accountChecks: readonly Check[] = [
  {
    title: 'The usage plan has a fractional rate for each method, and none of its own',
    contract: false,
    needs: ['usage-plans'],
    covers: ['usage-plan-rates'],
    async run(target) {
      const account = accountOf(target);
      const { ofPlan, ofMethods } = await account.rates(target.options.outputs?.['FreeUsagePlanId'] ?? '');
      assert.equal(ofPlan, undefined);
      const expected = (plans.free.requestsPerMinute * 10) / 60;
      const rate = ofMethods.get('/api/pdf/merge/POST');
      assert.ok(Math.abs((rate ?? 0) - expected) < 0.01, `The rate of merges is ${rate ?? 'not set'}.`);
      return `${ofMethods.size} methods; merges have ${rate ?? 0} requests a second`;
    },
  },
  {
    title: 'Integrations that stream have timeouts over 29 seconds',
    contract: false,
    needs: ['streaming'],
    covers: ['stream-timeouts'],
    async run(target) {
      const streaming = (await accountOf(target).integrations()).filter(({ streams }) => streams);
      if (streaming.length === 0) throw new NotAvailable('The stack buffers responses.');
      const timeouts = streaming.map(({ timeout }) => timeout);
      assert.ok(Math.min(...timeouts) > 29, `The shortest timeout is ${Math.min(...timeouts)} s.`);
      return `${streaming.length} integrations, ${Math.min(...timeouts)} to ${Math.max(...timeouts)} s`;
    },
  },
];
