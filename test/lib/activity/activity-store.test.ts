import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { ActivityKind, ConversionUsage, Slot } from '#lib/activity/activity.ts';
import { DynamoActivityStore } from '#lib/storage/dynamodb/activity-store.ts';
import { DynamoUsage } from '#lib/storage/dynamodb/usage-store.ts';
import { holderOf, slotsPerItem } from '#lib/storage/dynamodb/slot-items.ts';
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

describe('slots for several ids', () => {
  const several = (owner: string, count: number, limit: number) => {
    const { id: _, ...common } = request(owner, limit, 'open');
    return { ...common, ids: Array.from({ length: count }, () => ulid()) };
  };
  const countWrites = async (work: () => Promise<unknown>): Promise<number> => {
    const send = vi.spyOn(documents, 'send');
    try {
      await work();
      return send.mock.calls.filter(([command]) => command instanceof UpdateCommand).length;
    } finally {
      send.mockRestore();
    }
  };

  it('are taken and released in one write for each item', async () => {
    const owner = newOwner();
    const asked = several(owner, 3 * slotsPerItem, 100);
    let slots: Slot[] | undefined;
    expect(await countWrites(async () => (slots = await environment().takeAll(asked)))).toBe(3);
    expect(slots).toHaveLength(asked.ids.length);
    expect(slots?.map(({ element }) => holderOf(element))).toEqual(asked.ids);
    expect(await countWrites(() => environment().releaseAll(owner, slots ?? [], merge))).toBe(3);
    const usage = await new DynamoUsage(documents, table).read(owner, '2026-11-22', '2026-11-22');
    expect(usage).toMatchObject([{ operations: { 'merge-pdf': { conversions: 1 } } }]);
    expect(await environment().takeAll(several(owner, 100, 100))).toHaveLength(100);
  });

  it('are all taken, also between those of others, or none', async () => {
    const owner = newOwner();
    const [limit, others] = [50, 7];
    for (let each = 0; each < others; each += 1) await environment().take(request(owner, limit, 'open'));
    expect(await environment().takeAll(several(owner, limit - others + 1, limit))).toBeUndefined();
    expect(await environment().takeAll(several(owner, limit - others, limit))).toHaveLength(limit - others);
    expect(await environment().take(request(owner, limit, 'open'))).toBeUndefined();
  });

  it('never exceed the limit, however many are requested at once', async () => {
    const owner = newOwner();
    const limit = 2 * slotsPerItem + 5;
    const asked = Array.from({ length: 12 }, () => environment().takeAll(several(owner, 7, limit)));
    const taken = (await Promise.all(asked)).flatMap((slots) => slots ?? []);
    expect(taken.length).toBeLessThanOrEqual(limit);
    expect(new Set(taken.map(({ element }) => element)).size).toBe(taken.length);
    const left = limit - taken.length;
    expect(await environment().takeAll(several(owner, left, limit))).toHaveLength(left);
    expect(await environment().take(request(owner, limit, 'open'))).toBeUndefined();
  });

  it('are the same for the same ids', async () => {
    const asked = several(newOwner(), 30, 40);
    const slots = await environment().takeAll(asked);
    expect(await environment().takeAll(asked)).toEqual(slots);
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
