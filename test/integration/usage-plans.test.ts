import { expect, it } from 'vitest';
import { otherCallsPerMinute } from '#lib/auth/plans.ts';
import { call, form, jsonOf, newKey, problem } from '../support/client.ts';
import { makePdf } from '../support/pdf.ts';

const page = await makePdf('Page', 1);
const merge = (key: string) => call('/api/pdf/merge', { key, body: form(['files', page], ['files', page]) });

it('limits polls of a key before they reach a function, and nothing else', { timeout: 60_000 }, async () => {
  const [{ key }, other] = [await newKey('free'), await newKey('free')];
  const started = Date.now();
  const poll = (path = '/api/jobs/x') => call(path, { key });
  const responses = await Promise.all(
    Array.from({ length: otherCallsPerMinute('free') + 100 }, () => poll('/api/jobs/x')),
  );
  const seconds = (Date.now() - started) / 1000;
  const admitted = responses.filter(({ status }) => status === 404);
  const throttled = responses.filter(({ status }) => status === 429);
  expect(admitted.length + throttled.length).toBe(responses.length);
  // The bucket holds a minute's calls and refills by two a second.
  expect(admitted.length).toBeGreaterThanOrEqual(otherCallsPerMinute('free'));
  expect(admitted.length).toBeLessThanOrEqual(otherCallsPerMinute('free') + 2 * seconds + 1);
  for (const response of throttled) {
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await problem(response, 429, 'rate-limited');
  }
  // Conversions have a bucket of their own, each other method too, and so has another key.
  await jsonOf(await merge(key));
  await jsonOf(await call('/api/jobs', { key }));
  await problem(await call('/api/jobs/x', { key: other.key }), 404, 'not-found');
});
