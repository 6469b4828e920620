import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DynamoIdempotencyStore } from '#lib/storage/dynamodb/idempotency-store.ts';
import type { Attempt, Beginning, IdempotencyStore, Outcome } from '#lib/idempotency/idempotency-store.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { loseResponse } from '../../support/lost-responses.ts';
import { MemoryIdempotencyStore } from '../../support/memory-requests.ts';

let table: Awaited<ReturnType<typeof startJobsTable>>;
beforeAll(async () => (table = await startJobsTable()));
afterAll(() => table.stop());

const start = 1_800_000_000_000;
const day = 24 * 3600 * 1000;
const answered = (source: unknown): Outcome => ({ kind: 'answered', source });
const rejected: Outcome = {
  kind: 'refused',
  code: 'invalid-range',
  message: 'No.',
  errors: [{ field: 'ranges', message: 'no' }],
};

let count = 0;
/** A request that no other test uses. */
const newRequest = (overrides: { fingerprint?: string; owner?: string } = {}) => {
  count += 1;
  return { owner: 'key_me', id: `merge-pdf#${count}`, fingerprint: 'f', ...overrides };
};

const begun = (beginning: Beginning): Attempt => {
  if (beginning.kind !== 'begun') throw new Error(`not begun but ${beginning.kind}`);
  return beginning.attempt;
};

const stores: [string, () => IdempotencyStore, number][] = [
  ['in memory', () => new MemoryIdempotencyStore(), 500],
  ['in DynamoDB', () => new DynamoIdempotencyStore(table.documents, table.table), 25],
];

describe.each(stores)('an idempotency store %s', (_, open, numRuns) => {
  it('lets one of many begin, and reports to the others that it is running', async () => {
    const store = open();
    const request = newRequest();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => store.begin(request, start, start + 1000)),
    );
    expect(all.map(({ kind }) => kind).sort()).toEqual(['begun', ...Array<string>(9).fill('running')]);
  });

  it.each([answered({ files: ['file_1'], as: 'list' }), rejected])(
    'returns to every retry the outcome %j',
    async (outcome) => {
      const store = open();
      const request = newRequest();
      expect(await store.end(begun(await store.begin(request, start, start + 1000)), outcome)).toBe(true);
      for (const later of [start + 1, start + 5000, start + day - 1]) {
        expect(await store.begin(request, later, later + 1000)).toEqual({ kind: 'ended', outcome });
      }
    },
  );

  it('rejects another payload: while the first attempt runs, after it died, and after it ended', async () => {
    const store = open();
    const request = newRequest();
    const other = { ...request, fingerprint: 'g' };
    const attempt = begun(await store.begin(request, start, start + 1000));
    expect(await store.begin(other, start, start + 1000)).toEqual({ kind: 'different' });
    expect(await store.begin(other, start + 5000, start + 6000)).toEqual({ kind: 'different' });
    await store.end(attempt, rejected);
    expect(await store.begin(other, start + 5000, start + 6000)).toEqual({ kind: 'different' });
  });

  it('separates the keys of other owners and other endpoints', async () => {
    const store = open();
    const request = newRequest();
    await store.begin(request, start, start + 1000);
    for (const other of [
      { ...request, owner: 'key_you' },
      { ...request, id: `split-pdf#${count}` },
    ]) {
      expect(await store.begin(other, start, start + 1000)).toMatchObject({ kind: 'begun' });
    }
  });

  it('lets one attempt take over from a dead one, with the same resource id, and ignores the dead one', async () => {
    const store = open();
    const request = newRequest();
    const dead = begun(await store.begin(request, start, start + 1000));
    expect(await store.begin(request, start + 1000, start + 2000)).toEqual({ kind: 'running' });
    const next = await Promise.all(
      Array.from({ length: 5 }, () => store.begin(request, start + 1001, start + 3000)),
    );
    const attempts = next.flatMap((beginning) => (beginning.kind === 'begun' ? [beginning.attempt] : []));
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.resourceId).toBe(dead.resourceId);
    await store.release(dead);
    expect(await store.end(dead, rejected)).toBe(false);
    expect(await store.begin(request, start + 1002, start + 3000)).toEqual({ kind: 'running' });
    expect(await store.end(attempts[0] ?? dead, answered(1))).toBe(true);
    expect(await store.begin(request, start + 1003, start + 3000)).toEqual({
      kind: 'ended',
      outcome: answered(1),
    });
  });

  it('lets a retry begin at once after a release, with the same resource id, as the resource may exist', async () => {
    const store = open();
    const request = newRequest();
    const first = begun(await store.begin(request, start, start + 1000));
    await store.release(first);
    const other = { ...request, fingerprint: 'g' };
    expect(await store.begin(other, start, start + 1000)).toEqual({ kind: 'different' });
    const second = begun(await store.begin(request, start, start + 1000));
    expect(second.resourceId).toBe(first.resourceId);
    expect(await store.begin(request, start, start + 1000)).toEqual({ kind: 'running' });
  });

  it('expires after a day', async () => {
    const store = open();
    const request = newRequest();
    await store.end(begun(await store.begin(request, start, start + 1000)), rejected);
    expect(await store.begin(request, start + day + 1, start + day + 1000)).toMatchObject({ kind: 'begun' });
  });

  it('in any order of events: one attempt at a time, one outcome for all', async () => {
    type Step = 'begin' | 'end' | 'release' | 'wait';
    const steps = fc.array(fc.constantFrom<Step>('begin', 'begin', 'end', 'release', 'wait', 'wait'), {
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const store = open();
        const request = newRequest();
        let now = start;
        let running: (Attempt & { leaseUntil: number }) | undefined;
        const dead: Attempt[] = [];
        let outcome: Outcome | undefined;
        for (const step of plan) {
          if (step === 'wait') now += 700;
          if (step === 'begin') {
            const beginning = await store.begin(request, now, now + 1000);
            if (outcome) expect(beginning).toEqual({ kind: 'ended', outcome });
            else if (running && running.leaseUntil >= now) expect(beginning.kind).toBe('running');
            else {
              // It has not ended within its lease, so it counts as dead, whether it is or not.
              if (running) {
                dead.push(running);
                expect(begun(beginning).resourceId).toBe(running.resourceId);
              }
              running = { ...begun(beginning), leaseUntil: now + 1000 };
            }
          }
          if (step === 'end' && running) {
            const own = answered(running.token);
            expect(await store.end(running, own)).toBe(true);
            outcome ??= own;
          }
          if (step === 'release' && running && !outcome) {
            await store.release(running);
            running = undefined;
          }
          for (const attempt of dead) {
            expect(await store.end(attempt, rejected)).toBe(false);
            await store.release(attempt);
          }
        }
      }),
      { numRuns },
    );
  });
});

it('DynamoDB deletes a request an hour after it expires, and never stores the key or the payload', async () => {
  const request = newRequest();
  await new DynamoIdempotencyStore(table.documents, table.table).begin(request, start, start + 1000);
  const { Item } = await table.documents.send(
    new GetCommand({ TableName: table.table, Key: { pk: 'OWNER#key_me', sk: `REQUEST#${request.id}` } }),
  );
  expect(Item?.['ttl']).toBe((start + day) / 1000 + 3600);
  expect(Object.keys(Item ?? {}).sort()).toEqual([
    'fingerprint',
    'forgottenAt',
    'leaseUntil',
    'pk',
    'resourceId',
    'sk',
    'token',
    'ttl',
    'v',
  ]);
});

describe('when the response to a call is lost, and the SDK retries it,', () => {
  afterEach(() => table.documents.middlewareStack.remove('loseResponse'));

  it('the request has begun, and does not count as another one', async () => {
    const store = new DynamoIdempotencyStore(table.documents, table.table);
    const request = newRequest();
    const lost = loseResponse(table.documents, 'PutItem');
    const first = begun(await store.begin(request, start, start + 1000));
    expect(lost()).toBe(1);
    expect(await store.begin(request, start, start + 1000)).toEqual({ kind: 'running' });
    expect(await store.end(first, answered(1))).toBe(true);
  });

  it('an attempt that takes over has begun', async () => {
    const store = new DynamoIdempotencyStore(table.documents, table.table);
    const request = newRequest();
    const dead = begun(await store.begin(request, start, start + 1000));
    const lost = loseResponse(table.documents, 'UpdateItem');
    const next = begun(await store.begin(request, start + 1001, start + 3000));
    expect(lost()).toBe(1);
    expect(next.resourceId).toBe(dead.resourceId);
    expect(await store.end(dead, rejected)).toBe(false);
    expect(await store.end(next, answered(1))).toBe(true);
  });

  it('an attempt that ended has ended, and has not lost its lease', async () => {
    const store = new DynamoIdempotencyStore(table.documents, table.table);
    const request = newRequest();
    const first = begun(await store.begin(request, start, start + 1000));
    const lost = loseResponse(table.documents, 'UpdateItem');
    expect(await store.end(first, answered(1))).toBe(true);
    expect(lost()).toBe(1);
    expect(await store.begin(request, start + 5000, start + 6000)).toEqual({
      kind: 'ended',
      outcome: answered(1),
    });
  });
});
