import assert from 'node:assert/strict';
import type { Problem } from '#lib/api/problem.ts';
import { plans } from '#lib/auth/plans.ts';
import { type Check, NotAvailable } from '../check.ts';
import { bytesOf, jsonOf, requireProblem } from '../responses.ts';
import type { Target } from '../target.ts';
import { mergeForm } from './pdf.ts';

export function freeKeyOf(target: Target): string {
  const { freeKey } = target.options;
  if (freeKey === undefined) throw new NotAvailable('There is no Free key: pass --free-key.');
  return freeKey;
}

const parallel = 8;

/** More calls than the plan's minute and the bucket of its usage plan hold. Without a file, each is a quick 400. */
async function flood(target: Target, key: string): Promise<Response[]> {
  let left = plans.free.requestsPerMinute * 30;
  const responses: Response[] = [];
  const next = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      responses.push(await target.call('/api/pdf/merge', { key, method: 'POST' }));
    }
  };
  await Promise.all(Array.from({ length: parallel }, next));
  return responses;
}

export const limitChecks: readonly Check[] = [
  {
    title: `${parallel} synchronous conversions of one key run at the same time`,
    contract: true,
    async run(target) {
      const start = performance.now();
      const responses = await Promise.all(
        Array.from({ length: parallel }, () => target.call('/api/pdf/merge', { body: mergeForm() })),
      );
      for (const response of responses) await bytesOf(response);
      return `all within ${Math.round(performance.now() - start)} ms`;
    },
  },
  {
    title: 'A Free key has its conversions per minute, then 429 problems',
    contract: true,
    async run(target) {
      const key = freeKeyOf(target);
      const limit = plans.free.requestsPerMinute;
      let admitted = 0;
      // A new minute can begin in between.
      for (let calls = 0; calls <= 2 * limit; calls += 1) {
        const response = await target.call('/api/pdf/merge', { key, method: 'POST' });
        assert.equal(response.headers.get('x-ratelimit-limit'), String(limit));
        if (response.status !== 429) {
          await response.body?.cancel();
          admitted += 1;
          continue;
        }
        assert.equal(response.headers.get('x-ratelimit-remaining'), '0');
        assert.ok(Number(response.headers.get('retry-after')) > 0, 'The response has no Retry-After.');
        await requireProblem(response, 429, 'rate-limited');
        return `429 \`rate-limited\` with \`Retry-After\` after ${admitted} more calls`;
      }
      throw new Error(`${admitted} calls in a row are admitted.`);
    },
  },
  {
    title: 'The usage plan throttles each method alone, before a function runs',
    contract: false,
    needs: ['usage-plans'],
    covers: ['stream-throttles', 'usage-plan-rates'],
    async run(target) {
      const key = freeKeyOf(target);
      const responses = await flood(target, key);
      let throttled = 0;
      for (const response of responses) {
        const problem = await jsonOf<Problem>(response, response.status);
        // Functions add the state of the plan to each response, API Gateway does not.
        if (response.headers.has('ratelimit')) continue;
        assert.equal(problem.code, 'rate-limited', `${problem.status}: ${problem.detail}`);
        throttled += 1;
      }
      assert.ok(throttled > 0, `None of ${responses.length} calls is throttled.`);
      await jsonOf(await target.call('/api/jobs', { key }));
      return `${throttled} of ${responses.length} calls are throttled, and other methods are not`;
    },
  },
];
