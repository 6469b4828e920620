import type { BatchWriteItemCommandInput } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#lib/auth/authorizer.ts';
import { deleteUpload } from '#lib/files/delete-upload.ts';
import { DynamoUploadCounter } from '#lib/storage/dynamodb/open-upload-counter.ts';
import { OpenUploads } from '#lib/files/open-uploads.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { settleUploads } from '#lib/files/settle-uploads.ts';
import type { UploadStores } from '#lib/files/upload-store.ts';
import { DynamoUploadRecords } from '#lib/storage/dynamodb/upload-records.ts';
import { S3UploadStore } from '#lib/storage/s3/upload-store.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { loseResponse } from '../../support/lost-responses.ts';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';

const mebibyte = 1024 * 1024;
const minute = 60_000;
const hour = 60 * minute;
/** More than the pause between two settlements. */
const pause = 6_000;
const caps = { free: 10, pro: 100, business: 1000 };

let table: Awaited<ReturnType<typeof startJobsTable>>;
let s3: LocalS3;
let objects: ObjectStore;
let stores: UploadStores;
let openUploads: OpenUploads;
const clock = { now: 0 };

beforeAll(async () => {
  [table, s3] = await Promise.all([startJobsTable(), startLocalS3()]);
  objects = new ObjectStore(s3.client, 'files');
  stores = {
    counter: new DynamoUploadCounter(table.documents, table.table),
    records: new DynamoUploadRecords(table.documents, table.table),
    uploads: new S3UploadStore(objects, () => clock.now),
  };
  openUploads = new OpenUploads(stores, caps, () => clock.now);
});
afterAll(async () => {
  await table.stop();
  await s3[Symbol.asyncDispose]();
});

let me: Principal;
let keys = 0;
beforeEach(() => {
  keys += 1;
  me = { keyId: `key_${keys}`, plan: 'free' };
  clock.now = Date.now();
});
afterEach(() => {
  table.documents.middlewareStack.remove('loseResponse');
  table.documents.middlewareStack.remove('observe');
  table.documents.middlewareStack.remove('leaveUnprocessed');
});

const newUpload = (megabytes: number) => ({ id: `upl_${ulid(clock.now)}`, size: megabytes * mebibyte });

async function announce(megabytes: number): Promise<string> {
  const upload = newUpload(megabytes);
  await openUploads.announce(me, [upload]);
  return upload.id;
}

const rejection = { name: 'AppError', code: 'too-many-uploads' };
const isRejected = (megabytes: number) => expect(announce(megabytes)).rejects.toMatchObject(rejection);
const remove = (id: string) => deleteUpload(stores, me.keyId, id, clock.now);
const objectKey = (id: string) => `uploads/${me.keyId}/${id}`;
const post = (id: string) =>
  s3.client.send(new PutObjectCommand({ Bucket: 'files', Key: objectKey(id), Body: 'x' }));
const settle = () => settleUploads(stores, me.keyId, () => clock.now);
const sums = async () => {
  const { open, held } = await stores.counter.read(me.keyId);
  return { open: open / mebibyte, held: held / mebibyte };
};

const sumOf = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** Has DynamoDB leave that many items of each batch unprocessed, as it does when it throttles. */
function leaveUnprocessed(count: number): void {
  table.documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'BatchWriteItemCommand') return next(args);
        const { RequestItems } = args.input as BatchWriteItemCommandInput;
        const writes = RequestItems?.[table.table] ?? [];
        const input = { RequestItems: { [table.table]: writes.slice(count) } };
        const result = await next({ ...args, input });
        const output: object = {
          ...result.output,
          UnprocessedItems: { [table.table]: writes.slice(0, count) },
        };
        return { ...result, output } as typeof result;
      },
    { step: 'initialize', priority: 'low', name: 'leaveUnprocessed', override: true },
  );
}

/** Counts the calls of each operation to DynamoDB. */
function observe(): Map<string, number> {
  const calls = new Map<string, number>();
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        calls.set(commandName, (calls.get(commandName) ?? 0) + 1);
        return next(args);
      },
    { step: 'initialize', name: 'observe', override: true },
  );
  return calls;
}

describe('announcements', () => {
  it('fill the limit of the plan exactly', async () => {
    for (const size of [5, 4, 1]) await announce(size);
    await expect(announce(1)).rejects.toMatchObject({
      ...rejection,
      message: expect.stringMatching(/free plan allows 10 MiB .*DELETE \/api\/uploads\/\{id\}/) as string,
      retryAfterSeconds: expect.any(Number) as number,
    });
    me = { ...me, plan: 'pro' };
    await announce(90);
    await isRejected(1);
  });

  it('never exceed it together, also while a settlement runs', async () => {
    const filled = await Promise.all(Array.from({ length: 10 }, () => announce(1)));
    clock.now += 16 * minute;
    await post(filled[0] ?? '');
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => announce(1)));
    const admitted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(admitted).toBeLessThanOrEqual(9);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(rejection);
    // Room that the settlement freed is available to retries.
    clock.now += minute;
    for (let free = 9 - admitted; free > 0; free -= 1) await announce(1);
    await isRejected(1);
    expect(await sums()).toEqual({ open: 10, held: 10 });
  });

  it('fill it exactly when they are concurrent', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => announce(1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('of tiny files count as 64 KiB, so that their number is limited', async () => {
    await announce(10 - 64 / 1024);
    await openUploads.announce(me, [{ ...newUpload(0), size: 1 }]);
    await expect(openUploads.announce(me, [{ ...newUpload(0), size: 1 }])).rejects.toMatchObject(rejection);
  });

  it('cost one read when there is no room and the key was settled a moment ago', async () => {
    await announce(10);
    await isRejected(1);
    const calls = observe();
    await isRejected(1);
    expect([...calls]).toEqual([['GetItemCommand', 1]]);
  });

  it('cost one read and two writes when there is room', async () => {
    await announce(6);
    const calls = observe();
    await announce(1);
    expect([...calls]).toEqual([
      ['GetItemCommand', 1],
      ['PutItemCommand', 1],
      ['UpdateItemCommand', 1],
    ]);
  });

  it('cost two writes for a while when there is ample room', async () => {
    await announce(1);
    const calls = observe();
    await announce(1);
    expect([...calls]).toEqual([
      ['PutItemCommand', 1],
      ['UpdateItemCommand', 1],
    ]);
    clock.now += minute;
    await announce(1);
    expect(calls.get('GetItemCommand')).toBe(1);
  });

  it('never exceed it if another function has taken the room meanwhile', async () => {
    await announce(1);
    const elsewhere = new OpenUploads(stores, caps, () => clock.now);
    await elsewhere.announce(me, [newUpload(8)]);
    await isRejected(2);
    expect(await sums()).toEqual({ open: 9, held: 9 });
    await announce(1);
    expect(await sums()).toEqual({ open: 10, held: 10 });
  });
});

describe('uploads that are announced together', () => {
  const announceAll = async (...megabytes: number[]): Promise<string[]> => {
    const uploads = megabytes.map(newUpload);
    await openUploads.announce(me, uploads);
    return uploads.map(({ id }) => id);
  };
  const recorded = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of stores.records.list(me.keyId, clock.now, new AbortController().signal))
      ids.push(id);
    return ids.sort();
  };

  it('are counted by one write', async () => {
    await announce(1);
    const calls = observe();
    const ids = await announceAll(2, 3, 1);
    expect([...calls]).toEqual([
      ['PutItemCommand', 3],
      ['UpdateItemCommand', 1],
    ]);
    expect(await sums()).toEqual({ open: 7, held: 7 });
    await remove(ids[1] ?? '');
    expect(await sums()).toEqual({ open: 4, held: 7 });
    await isRejected(7);
    await announce(3);
  });

  it('with new ids are recorded 25 at a time', async () => {
    await announce(1);
    const calls = observe();
    const uploads = Array.from({ length: 60 }, () => newUpload(1 / 16));
    await openUploads.announce(me, uploads, true);
    expect([...calls]).toEqual([
      ['BatchWriteItemCommand', 3],
      ['UpdateItemCommand', 1],
    ]);
    expect(await recorded()).toEqual(expect.arrayContaining(uploads.map(({ id }) => id)));
    expect(await sums()).toEqual({ open: 4.75, held: 4.75 });
    await remove(uploads[59]?.id ?? '');
    expect(await sums()).toEqual({ open: 4.6875, held: 4.75 });
  });

  it('with new ids are all rejected when one of them does not fit', async () => {
    const first = await announce(5);
    const uploads = [2, 2, 2].map(newUpload);
    await expect(openUploads.announce(me, uploads, true)).rejects.toMatchObject(rejection);
    expect(await sums()).toEqual({ open: 5, held: 5 });
    expect(await recorded()).toEqual([first]);
  });

  it('with new ids are all recorded when DynamoDB leaves some of them unprocessed', async () => {
    await announce(1);
    const calls = observe();
    leaveUnprocessed(2);
    const uploads = [1, 1, 1].map(newUpload);
    await openUploads.announce(me, uploads, true);
    expect(calls.get('PutItemCommand')).toBe(2);
    expect(await recorded()).toEqual(expect.arrayContaining(uploads.map(({ id }) => id)));
    expect(await sums()).toEqual({ open: 4, held: 4 });
  });

  it('are all rejected when one of them does not fit', async () => {
    const first = await announce(5);
    await expect(announceAll(2, 2, 2)).rejects.toMatchObject(rejection);
    expect(await sums()).toEqual({ open: 5, held: 5 });
    expect(await recorded()).toEqual([first]);
    await announceAll(2, 2, 1);
  });

  it('never exceed the limit when they are concurrent', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => announceAll(1, 2)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await sums()).toEqual({ open: 9, held: 9 });
    expect(await recorded()).toHaveLength(6);
  });

  it('are renewed together, and counted again where they have expired', async () => {
    const uploads = [2, 3, 4].map(newUpload);
    await openUploads.announce(me, uploads);
    await post(uploads[0]?.id ?? '');
    clock.now += 16 * minute;
    // The posted one remains.
    await settle();
    expect(await sums()).toEqual({ open: 2, held: 2 });
    await openUploads.renew(me, uploads);
    expect(await sums()).toEqual({ open: 9, held: 9 });
    await remove(uploads[2]?.id ?? '');
    await expect(openUploads.renew(me, uploads)).rejects.toMatchObject({ code: 'gone' });
  });
});

describe('an announced upload', () => {
  it('that is not posted expires with its form', async () => {
    await announce(10);
    clock.now += 14 * minute;
    await expect(announce(1)).rejects.toMatchObject({ ...rejection, retryAfterSeconds: 88 });
    clock.now += 88_000;
    await announce(10);
  });

  it('that is posted counts until it expires', async () => {
    const id = await announce(10);
    await post(id);
    clock.now += 23 * hour;
    await isRejected(1);
    clock.now += hour;
    await announce(10);
  });

  it('that is posted by a request longer than its form counts as well', async () => {
    const id = await announce(10);
    clock.now += 16 * minute;
    const other = await announce(10);
    await s3.client.send(
      new PutObjectCommand({ Bucket: 'files', Key: objectKey(id), Body: Buffer.alloc(3 * mebibyte) }),
    );
    await remove(other);
    clock.now += 16 * minute;
    await settle();
    expect(await sums()).toEqual({ open: 3, held: 3 });
    await remove(id);
    clock.now += pause;
    await settle();
    expect(await sums()).toEqual({ open: 0, held: 0 });
  });

  it('counts once, however often it is announced', async () => {
    const upload = newUpload(10);
    await openUploads.announce(me, [upload]);
    await openUploads.renew(me, [upload]);
    expect(await sums()).toEqual({ open: 10, held: 10 });
    // Its new form is valid longer.
    clock.now += 14 * minute;
    await openUploads.renew(me, [upload]);
    clock.now += 14 * minute;
    await isRejected(1);
    // After it has expired, it counts like any other upload.
    clock.now += 2 * minute;
    await announce(10);
    await expect(openUploads.renew(me, [upload])).rejects.toMatchObject(rejection);
  });
});

describe('a deleted upload', () => {
  it('frees its space at once', async () => {
    const id = await announce(10);
    await post(id);
    await remove(id);
    expect(await stores.uploads.isPosted(me.keyId, id)).toBe(false);
    await announce(10);
  });

  it('counts until its form expires', async () => {
    for (let round = 0; round < 2; round += 1) await remove(await announce(10));
    await expect(announce(1)).rejects.toMatchObject({
      ...rejection,
      message: expect.stringContaining('deleted uploads whose forms are still valid') as string,
      retryAfterSeconds: 900,
    });
    clock.now += 16 * minute;
    await announce(10);
    expect(await sums()).toEqual({ open: 10, held: 10 });
  });

  it('does not count after its form has expired', async () => {
    const id = await announce(10);
    await post(id);
    clock.now += 16 * minute;
    await remove(id);
    expect(await sums()).toEqual({ open: 0, held: 0 });
  });

  it.each([1 * minute, 16 * minute])('stays deleted when it is posted again: after %d ms', async (later) => {
    const id = await announce(10);
    await remove(id);
    await post(id);
    clock.now += later;
    await settle();
    expect(await stores.uploads.isPosted(me.keyId, id)).toBe(false);
    await remove(id);
    await expect(openUploads.renew(me, [{ id, size: 1 }])).rejects.toMatchObject({ code: 'gone' });
    await expect(openUploads.announce(me, [{ id, size: 1 }])).rejects.toMatchObject({ code: 'gone' });
  });

  it('frees its size once, however often it is deleted', async () => {
    const [one] = [await announce(4), await announce(4)];
    await Promise.all(Array.from({ length: 10 }, () => remove(one)));
    expect(await sums()).toEqual({ open: 4, held: 8 });
  });

  it('frees its size beside others that are deleted at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => announce(1)));
    await Promise.all(ids.map(remove));
    // Calls with too many conflicts leave the upload to a settlement.
    clock.now += pause;
    await announce(10);
  });

  it('is not subtracted again after a settlement that saw its mark', async () => {
    const [one] = [await announce(4), await announce(4)];
    const seen = await stores.counter.read(me.keyId);
    await stores.records.markDeleted(me.keyId, one, clock.now);
    await settle();
    expect(await stores.counter.subtract(me.keyId, { open: 4 * mebibyte, held: 0 }, seen)).toBe(false);
    expect(await sums()).toEqual({ open: 4, held: 8 });
  });

  it("must belong to the caller's key", async () => {
    const id = await announce(1);
    const absent = { code: 'not-found' };
    await expect(deleteUpload(stores, 'key_other', id, clock.now)).rejects.toMatchObject(absent);
    for (const unknown of [`upl_${ulid(clock.now)}`, 'upl_1', '../key_other/upl_1']) {
      await expect(remove(unknown)).rejects.toMatchObject(absent);
    }
    clock.now += 24 * hour;
    await expect(remove(id)).rejects.toMatchObject(absent);
  });
});

describe('failures', () => {
  it.each(['PutItem', 'UpdateItem'] as const)(
    'a lost response to %s counts nothing twice',
    async (operation) => {
      const lost = loseResponse(table.documents, operation);
      await announce(4);
      expect(lost()).toBe(1);
      expect(await sums()).toEqual({ open: 4, held: 4 });
    },
  );

  it('a lost response rejects no upload that has room, if another call changes the counter meanwhile', async () => {
    const limit = { open: 100 * mebibyte, held: 100 * mebibyte };
    const add = (): Promise<boolean> => stores.counter.add(me.keyId, mebibyte, limit, clock.now);
    const lost = loseResponse(table.documents, 'UpdateItem', add);
    expect(await add()).toBe(true);
    expect(lost()).toBe(1);
    // It does not know that its first call arrived, and counts it until the next settlement.
    expect(await sums()).toEqual({ open: 3, held: 3 });
  });

  it('a lost response to a deletion subtracts nothing twice', async () => {
    const [one] = [await announce(4), await announce(4)];
    const seen = await stores.counter.read(me.keyId);
    const lost = loseResponse(table.documents, 'UpdateItem');
    expect(await stores.counter.subtract(me.keyId, { open: 4 * mebibyte, held: 0 }, seen)).toBe(true);
    expect(lost()).toBe(1);
    expect(await sums()).toEqual({ open: 4, held: 8 });
    expect(one).toMatch(/^upl_/);
  });

  it('a lost response to the mark of a deletion leaves the size to a settlement', async () => {
    const id = await announce(10);
    const lost = loseResponse(table.documents, 'UpdateItem');
    await remove(id);
    expect(lost()).toBe(1);
    await announce(10);
  });

  it('a function that dies before it counts an upload leaves nothing permanent', async () => {
    const upload = newUpload(10);
    await stores.records.put(me.keyId, { ...upload, announcedAt: clock.now });
    clock.now += minute;
    await settle();
    // It might have been counted, so it is.
    expect(await sums()).toEqual({ open: 10, held: 10 });
    clock.now += 16 * minute;
    await announce(10);
  });

  it('a function that dies after it counted an upload leaves nothing permanent', async () => {
    const limit = { open: 10 * mebibyte, held: 20 * mebibyte };
    expect(await stores.counter.add(me.keyId, 10 * mebibyte, limit, clock.now)).toBe(true);
    await announce(10);
  });

  it('an announcement concurrent with a settlement is neither lost nor counted permanently', async () => {
    await announce(8);
    const upload = newUpload(4);
    await stores.records.put(me.keyId, { ...upload, announcedAt: clock.now });
    await settle();
    // Not admitted yet, and never will be: it does not fit.
    expect(await sums()).toEqual({ open: 8, held: 8 });
    await announce(2);
  });

  it('an announcement that a settlement does not see undoes the settlement', async () => {
    await announce(4);
    const seen = await stores.counter.startSettlement(me.keyId, clock.now, clock.now + pause);
    await announce(4);
    const found = { open: 4 * mebibyte, held: 4 * mebibyte, settleAt: clock.now, nextAt: undefined };
    expect(seen && (await stores.counter.settle(me.keyId, found, seen))).toBe(false);
    expect(await sums()).toEqual({ open: 8, held: 8 });
  });
});

it(
  'many clients of one key with concurrent calls of all kinds never exceed the limit',
  { timeout: 60_000 },
  async () => {
    const open = new Map<string, number>();
    let most = 0;
    const client = async (): Promise<void> => {
      for (let step = 0; step < 12; step += 1) {
        const own = [...open.keys()].at(Math.floor(Math.random() * open.size));
        if (own !== undefined && Math.random() < 0.4) {
          // From here on, the upload no longer counts for the client.
          open.delete(own);
          await remove(own);
        } else {
          const upload = newUpload(1 + Math.floor(Math.random() * 3));
          const admitted = await openUploads.announce(me, [upload]).then(
            () => true,
            () => false,
          );
          if (!admitted) clock.now += pause;
          else open.set(upload.id, upload.size);
          const total = sumOf(open);
          most = Math.max(most, total);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(10 * mebibyte);
    const { open: counted } = await stores.counter.read(me.keyId);
    const total = sumOf(open);
    expect(counted).toBeGreaterThanOrEqual(total);
    // The clock moved while settlements ran, so the pause after the last one can be longer than the minimum.
    clock.now = Math.max(clock.now, (await stores.counter.read(me.keyId)).settleAt);
    expect(await settle()).toMatchObject({ open: total });
  },
);
