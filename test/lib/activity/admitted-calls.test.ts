import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '#lib/auth/authorizer.ts';
import type { PlanName } from '#lib/auth/plans.ts';
import { DynamoActivityStore } from '#lib/storage/dynamodb/activity-store.ts';
import { DynamoRateLimiter } from '#lib/storage/dynamodb/rate-limiter.ts';
import { slotsPerItem } from '#lib/storage/dynamodb/slot-items.ts';
import { DynamoUsage } from '#lib/storage/dynamodb/usage-store.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { loseResponse } from '../../support/lost-responses.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const noon = Date.parse('2026-11-22T12:00:00Z');
const minute = 60_000;

/** One environment of a function. All environments share the table. */
const environment = (now: () => number = () => noon) => new DynamoActivityStore(documents, table, now);
const newOwner = (): string => `key_${ulid()}`;

const request = (owner: string, limit: number) => ({
  owner,
  kind: 'running' as const,
  id: ulid(),
  until: noon + minute,
  limit,
});

describe('calls', () => {
  const caller = (keyId: string, plan: PlanName = 'free'): Principal => ({ keyId, plan });
  const admit = (
    keyId: string,
    {
      store = environment(),
      plan,
      limit = 50,
    }: { store?: DynamoActivityStore; plan?: PlanName; limit?: number } = {},
  ) => store.admit(caller(keyId, plan), request(keyId, limit));
  const rates = (now: () => number = () => noon) => new DynamoRateLimiter(documents, table, now);
  const itemOf = async (owner: string, sk = '2026-11-22#000') => {
    const { Item = {} } = await documents.send(
      new GetCommand({ TableName: table, Key: { pk: `ACTIVITY#${owner}`, sk }, ConsistentRead: true }),
    );
    return Item;
  };

  it('are admitted up to the rate of the plan, each with a slot, however many arrive at once', async () => {
    const owner = newOwner();
    const calls = await Promise.all(Array.from({ length: 14 }, () => admit(owner)));
    const allowed = calls.filter(({ rate }) => rate.allowed);
    expect(allowed).toHaveLength(10);
    expect(allowed.filter(({ slot }) => slot)).toHaveLength(10);
    expect(allowed.map(({ rate }) => rate.remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index),
    );
    const rejected = calls.filter(({ rate }) => !rate.allowed);
    expect(rejected.map(({ rate, slot }) => [rate.remaining, slot])).toEqual(
      Array.from({ length: 4 }, () => [0, undefined]),
    );
  });

  it('are counted together with their slot', async () => {
    const owner = newOwner();
    const { slot, rate } = await admit(owner);
    expect(rate).toEqual({
      allowed: true,
      plan: 'free',
      limit: 10,
      remaining: 9,
      resetSeconds: 60,
      resetAt: (noon + minute) / 1000,
    });
    expect(await itemOf(owner)).toMatchObject({ running: new Set([slot?.element]) });
  });

  it('with and without a conversion are counted together', async () => {
    const owner = newOwner();
    await admit(owner);
    expect(await rates().take(caller(owner))).toMatchObject({ allowed: true, remaining: 8 });
    expect((await admit(owner)).rate).toMatchObject({ allowed: true, remaining: 7 });
  });

  it('are counted without a slot when none is free', async () => {
    const owner = newOwner();
    await admit(owner, { limit: 1 });
    const { rate, slot } = await admit(owner, { limit: 1 });
    expect(slot).toBeUndefined();
    expect(rate).toMatchObject({ allowed: true, remaining: 8 });
    expect(await rates().giveBack(caller(owner), rate)).toMatchObject({ remaining: 9 });
    expect((await rates().take(caller(owner))).remaining).toBe(8);
  });

  it('have slots in further items when the first is full', async () => {
    const owner = newOwner();
    const store = environment();
    const all = { store, plan: 'pro', limit: slotsPerItem + 5 } as const;
    const calls = [];
    for (let count = 0; count < slotsPerItem + 6; count += 1) calls.push(await admit(owner, all));
    expect(calls.filter(({ slot }) => slot)).toHaveLength(slotsPerItem + 5);
    expect(calls.map(({ rate }) => rate.remaining)).toEqual(calls.map((_, index) => 99 - index));
  });

  it('have slots in the first item again after a while', async () => {
    const owner = newOwner();
    let now = noon;
    const store = environment(() => now);
    const all = { store, plan: 'pro', limit: slotsPerItem + 5 } as const;
    const first = await admit(owner, all);
    for (let count = 0; count < slotsPerItem; count += 1) await admit(owner, all);
    if (first.slot) await store.release(owner, first.slot);
    expect((await admit(owner, all)).slot?.item).toBe('2026-11-22#001');
    now += 9_999;
    const later = await admit(owner, all);
    expect(later.slot?.item).toBe('2026-11-22#001');
    now += 1;
    expect((await admit(owner, all)).slot?.item).toBe('2026-11-22#000');
  });

  it('of another minute are counted anew, and counters of past minutes are removed', async () => {
    const owner = newOwner();
    let now = noon;
    const store = environment(() => now);
    const limiter = rates(() => now);
    for (let count = 0; count < 6; count += 1, now += minute) {
      expect((await admit(owner, { store })).rate.remaining).toBe(9);
      expect((await limiter.take(caller(owner))).remaining).toBe(8);
    }
    const counters = Object.keys(await itemOf(owner)).filter((name) => name.startsWith('calls'));
    expect(counters.length).toBeLessThanOrEqual(3);
    expect(counters).toContain(`calls${noon / minute + 5}`);
  });

  it('are not part of the usage', async () => {
    const owner = newOwner();
    await admit(owner);
    expect(await new DynamoUsage(documents, table).read(owner, '2026-11-01', '2026-11-30')).toEqual([]);
  });

  it('leave room for the slots of the day before', async () => {
    const owner = newOwner();
    const midnight = Date.parse('2026-11-23T00:00:00Z');
    await environment(() => midnight - 1000).admit(caller(owner), {
      ...request(owner, 1),
      until: midnight + minute,
    });
    const { rate, slot } = await environment(() => midnight + 1000).admit(caller(owner), request(owner, 1));
    expect(slot).toBeUndefined();
    expect(rate).toMatchObject({ allowed: true, remaining: 9 });
  });

  it('are counted once when the response of the store is lost', async () => {
    const owner = newOwner();
    const lost = loseResponse(documents, 'UpdateItem');
    const { rate, slot } = await admit(owner);
    documents.middlewareStack.remove('loseResponse');
    expect(lost()).toBe(1);
    expect(slot).toBeDefined();
    expect(rate.remaining).toBe(9);
    expect((await admit(owner)).rate.remaining).toBe(8);
  });
});
