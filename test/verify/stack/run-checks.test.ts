import { expect, it, vi } from 'vitest';
import { CallTimes } from './call-times.ts';
import { type Check, NotAvailable } from './check.ts';
import { type RunOptions, runChecks } from './run-checks.ts';
import { Target } from './target.ts';

const target = new Target({ baseUrl: 'http://localhost', key: 'fcs_1', times: new CallTimes() });

const check = (run: Check['run'], more: Partial<Check> = {}): Check => ({
  title: 'a check',
  contract: true,
  run,
  ...more,
});

async function resultOf(one: Check, options: Partial<RunOptions> = {}) {
  const [result] = await runChecks([one], target, { budget: 60_000, patience: 10_000, ...options });
  return { outcome: result?.outcome, evidence: result?.evidence };
}

it('reports yes with what was seen', async () => {
  const seen = check(() => Promise.resolve('eight pages'));
  expect(await resultOf(seen)).toEqual({ outcome: 'yes', evidence: 'eight pages' });
});

it('reports no with the error', async () => {
  const failing = check(() => Promise.reject(new Error('seven pages')));
  expect(await resultOf(failing)).toEqual({ outcome: 'no', evidence: 'seven pages' });
});

it('is not available where the check is not possible', async () => {
  const without = check(() => Promise.reject(new NotAvailable('There is no key.')));
  expect(await resultOf(without)).toEqual({ outcome: 'not available', evidence: 'There is no key.' });
});

it('does not run what the stack lacks', async () => {
  const run = vi.fn(() => Promise.resolve(''));
  const lacking = check(run, { needs: ['jobs', 'streaming'] });
  expect(await resultOf(lacking, { without: new Set(['streaming']) })).toEqual({
    outcome: 'not available',
    evidence: 'The stack is without streaming.',
  });
  expect(run).not.toHaveBeenCalled();
});

it('ends a check that takes too long, and says so', async () => {
  const slow = check(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('no response')));
      }),
  );
  const { outcome, evidence } = await resultOf(slow, { patience: 1000 });
  expect({ outcome, evidence }).toEqual({ outcome: 'no', evidence: 'Not done within 1 s. no response' });
});

it('does not start checks after the time for all', async () => {
  const run = vi.fn(() => Promise.resolve(''));
  expect(await resultOf(check(run), { budget: 0 })).toEqual({
    outcome: 'not available',
    evidence: 'The time for all checks is up.',
  });
  expect(run).not.toHaveBeenCalled();
});

it('calls operations twice, so that the second time is warm', async () => {
  const run = vi.fn(() => Promise.resolve('seen'));
  await resultOf(check(run, { operation: 'merge-pdf' }));
  expect(run).toHaveBeenCalledTimes(2);
});
