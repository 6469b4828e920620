import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, expect, it } from 'vitest';
import { DynamoMonthlyQuota } from '#lib/storage/dynamodb/monthly-quota.ts';
import { startJobsTable } from '../../../support/jobs-table.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const date = Date.parse('2026-12-31T23:00:00Z');
const hour = 3600 * 1000;
const quotaOf = (free: number, now = date) =>
  new DynamoMonthlyQuota(documents, table, { free, pro: 0, business: 0 }, () => now);
const newCaller = () => ({ keyId: `key_${ulid()}`, plan: 'free' as const });
const done = () => Promise.resolve('done');

it('admits exactly as many documents in a month as the plan allows', async () => {
  const caller = newCaller();
  const calls = await Promise.allSettled(
    Array.from({ length: 10 }, () => quotaOf(7).within(caller, 2, done)),
  );
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(quotaOf(7).within(caller, 2, done)).rejects.toMatchObject({
    code: 'quota-exceeded',
    message: 'The free plan allows 7 documents per month. The next month begins on 2027-01-01.',
    retryAfterSeconds: 3600,
  });
  expect(await quotaOf(7).within(caller, 1, done)).toBe('done');
});

it('starts again each month', async () => {
  const caller = newCaller();
  await quotaOf(1).within(caller, 1, done);
  await expect(quotaOf(1).within(caller, 1, done)).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await quotaOf(1, date + hour).within(caller, 1, done)).toBe('done');
});

it('rejects more documents than the quota of a month, even as the first ones', async () => {
  await expect(quotaOf(5).within(newCaller(), 6, done)).rejects.toMatchObject({ code: 'quota-exceeded' });
});

it('releases the documents of a failed conversion', async () => {
  const caller = newCaller();
  const failed = () => Promise.reject(new Error('damaged'));
  await expect(quotaOf(1).within(caller, 1, failed)).rejects.toThrow('damaged');
  expect(await quotaOf(1).within(caller, 1, done)).toBe('done');
});

it('does nothing when the plan has no quota', async () => {
  const broken = { send: () => Promise.reject(new Error('called')) } as unknown as DynamoDBDocumentClient;
  const quota = new DynamoMonthlyQuota(broken, table, { free: 0, pro: 0, business: 0 });
  expect(await quota.within(newCaller(), 100, done)).toBe('done');
});
