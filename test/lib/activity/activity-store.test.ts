import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ActivityKind, ConversionUsage, Slot } from '#lib/activity/activity.ts';
import type { Principal } from '#lib/auth/authorizer.ts';
import type { PlanName } from '#lib/auth/plans.ts';
import { DynamoActivityStore } from '#lib/storage/dynamodb/activity-store.ts';
import { DynamoRateLimiter } from '#lib/storage/dynamodb/rate-limiter.ts';
import { DynamoUsage } from '#lib/storage/dynamodb/usage-store.ts';
import { slotsPerItem } from '#lib/storage/dynamodb/slot-items.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { loseResponse } from '../../support/lost-responses.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const noon = Date.parse('2026-11-22T12:00:00Z');
const minute = 60_000;

/** One environment of a function. All environments share the table. */
const environment = (now: () => number = () => noon) => new DynamoActivityStore(documents, table, now);
const newOwner = (): string => `key_${ulid()}`;

const request = (owner: string, limit: number, kind: ActivityKind = 'running') => ({
  owner,
  kind,
  id: ulid(),
  until: noon + minute,
  limit,
});

const merge: ConversionUsage = {
  operation: 'merge-pdf',
  documents: 2,
  bytesIn: 100,
  bytesOut: 90,
  milliseconds: 7,
};

const isSlot = (slot: Slot | undefined): slot is Slot => slot !== undefined;

describe('slots of a key', () => {
  it.each([3, slotsPerItem, slotsPerItem + 5, 3 * slotsPerItem])(
    'never exceed a limit of %d, however many are requested at once, and all of them are available',
    async (limit) => {
      const owner = newOwner();
      const asked = Array.from({ length: 2 * limit }, () => environment().take(request(owner, limit)));
      const taken = (await Promise.all(asked)).filter(isSlot);
      expect(taken.length).toBeLessThanOrEqual(limit);
      while (taken.length < limit) {
        const slot = await environment().take(request(owner, limit));
        if (!slot) expect.unreachable(`only ${taken.length} of ${limit} slots were given`);
        taken.push(slot);
      }
      expect(await environment().take(request(owner, limit))).toBeUndefined();
    },
  );

  it('can be taken again after a release', async () => {
    const owner = newOwner();
    const store = environment();
    const slot = await store.take(request(owner, 1));
    expect(await store.take(request(owner, 1))).toBeUndefined();
    if (slot) await store.release(owner, slot);
    expect(await store.take(request(owner, 1))).toBeDefined();
  });

  it('are free once they expire', async () => {
    const owner = newOwner();
    await environment().take(request(owner, 1));
    expect(await environment(() => noon + minute - 1).take(request(owner, 1))).toBeUndefined();
    expect(await environment(() => noon + minute + 1).take(request(owner, 1))).toBeDefined();
  });

  it('are free if their holder has ended without releasing them', async () => {
    const owner = newOwner();
    const lost = request(owner, 2, 'open');
    await environment().take(lost);
    await environment().take(request(owner, 2, 'open'));
    const ended = (ids: readonly string[]) => Promise.resolve(ids.filter((id) => id === lost.id));
    expect(await environment().take(request(owner, 2, 'open'), ended)).toBeDefined();
    expect(await environment().take(request(owner, 2, 'open'), ended)).toBeUndefined();
  });

  it('of one kind do not affect other kinds and other keys', async () => {
    const owner = newOwner();
    await environment().take(request(owner, 1, 'running'));
    expect(await environment().take(request(owner, 1, 'held'))).toBeDefined();
    expect(await environment().take(request(owner, 1, 'open'))).toBeDefined();
    expect(await environment().take(request(newOwner(), 1, 'running'))).toBeDefined();
  });

  it('are taken once for the same id', async () => {
    const owner = newOwner();
    const same = request(owner, 1);
    expect(await environment().take(same)).toEqual(await environment().take(same));
  });

  it('of the day before count until they are released', async () => {
    const owner = newOwner();
    const midnight = Date.parse('2026-11-23T00:00:00Z');
    const before = { ...request(owner, 2, 'open'), until: midnight + 10 * minute };
    const slot = await environment(() => midnight - 1000).take(before);
    const later = environment(() => midnight + 2 * minute);
    const after = () => ({ ...request(owner, 2, 'open'), until: midnight + 10 * minute });
    expect(await later.take(after())).toBeDefined();
    expect(await later.take(after())).toBeUndefined();
    if (slot) await later.release(owner, slot);
    expect(await later.take(after())).toBeDefined();
    expect(await later.take(after())).toBeUndefined();
  });

  it('use one item as long as it has room', async () => {
    const owner = newOwner();
    const items = new Set<string>();
    for (let count = 0; count < slotsPerItem; count += 1) {
      items.add((await environment().take(request(owner, 100)))?.item ?? '');
    }
    expect(items).toEqual(new Set(['2026-11-22#000']));
    expect((await environment().take(request(owner, 100)))?.item).not.toBe('2026-11-22#000');
  });
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
    expect(allowed.filter(({ slot }) => isSlot(slot))).toHaveLength(10);
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
    expect(calls.filter(({ slot }) => isSlot(slot))).toHaveLength(slotsPerItem + 5);
    expect(calls.map(({ rate }) => rate.remaining)).toEqual(calls.map((_, index) => 99 - index));
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

describe('usage', () => {
  const usageOf = (owner: string) =>
    new DynamoUsage(documents, table).read(owner, '2026-11-01', '2026-11-30');

  it('adds up by day and operation', async () => {
    const owner = newOwner();
    const store = environment();
    for (const usage of [merge, merge, { ...merge, operation: 'html-url' }]) {
      const slot = await store.take(request(owner, 5));
      if (slot) await store.release(owner, slot, usage);
    }
    const next = environment(() => noon + 24 * 3600 * 1000);
    const slot = await next.take(request(owner, 5));
    if (slot) await next.release(owner, slot, merge);
    const once = { conversions: 1, documents: 2, bytesIn: 100, bytesOut: 90, milliseconds: 7 };
    expect(await usageOf(owner)).toEqual([
      {
        date: '2026-11-22',
        operations: {
          'merge-pdf': { conversions: 2, documents: 4, bytesIn: 200, bytesOut: 180, milliseconds: 14 },
          'html-url': once,
        },
      },
      { date: '2026-11-23', operations: { 'merge-pdf': once } },
    ]);
    expect(await new DynamoUsage(documents, table).read(owner, '2026-11-23', '2026-11-23')).toHaveLength(1);
    expect(await usageOf(newOwner())).toEqual([]);
  });

  it('omits a conversion without usage', async () => {
    const owner = newOwner();
    const store = environment();
    const slot = await store.take(request(owner, 5));
    if (slot) await store.release(owner, slot);
    expect(await usageOf(owner)).toEqual([]);
  });

  it('counts a release that is repeated once', async () => {
    const owner = newOwner();
    const store = environment();
    const slot = await store.take(request(owner, 5));
    if (!slot) return expect.unreachable('no slot');
    await Promise.all([1, 2, 3].map(() => store.release(owner, slot, merge)));
    expect((await usageOf(owner))[0]?.operations['merge-pdf']?.conversions).toBe(1);
  });

  describe('when the response of a call is lost', () => {
    afterEach(() => {
      documents.middlewareStack.remove('loseResponse');
    });

    it('a slot is taken once, and counted once', async () => {
      const owner = newOwner();
      const lost = loseResponse(documents, 'UpdateItem');
      const slot = await environment().take(request(owner, 1));
      expect(lost()).toBe(1);
      if (!slot) return expect.unreachable('no slot');
      const lostAgain = loseResponse(documents, 'UpdateItem');
      await environment().release(owner, slot, merge);
      expect(lostAgain()).toBe(1);
      expect((await usageOf(owner))[0]?.operations['merge-pdf']?.conversions).toBe(1);
      expect(await environment().take(request(owner, 1))).toBeDefined();
    });
  });
});
