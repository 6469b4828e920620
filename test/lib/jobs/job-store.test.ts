import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DynamoJobList } from '#lib/storage/dynamodb/job-list.ts';
import { DynamoJobStore } from '#lib/storage/dynamodb/job-store.ts';
import { type Job, timeOfJob } from '#lib/jobs/job.ts';
import type { Attempt, JobStore } from '#lib/jobs/job-store.ts';
import { openJobSlot } from '#lib/storage/dynamodb/open-jobs.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { loseResponse } from '../../support/lost-responses.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryJobStore } from '../../support/memory-jobs.ts';
import { newWebhook } from '#lib/jobs/notification.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

async function due(store: JobStore, at: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.due(at)) ids.push(id);
  return ids;
}

const error = { code: 'damaged-document', detail: 'The document is damaged.' } as const;

describe.each<[string, () => JobStore]>([
  ['in memory', () => new MemoryJobStore()],
  ['in DynamoDB', () => new DynamoJobStore(documents, table)],
])('a job store %s', (_, open) => {
  const start = 1_800_000_000_000;

  it('finds a created job, and creates it once', async () => {
    const store = open();
    const job = newJob({ passwords: ['secret', null] });
    await store.create(job);
    await expect(store.create(job)).rejects.toThrow();
    expect(await store.find(job.id)).toEqual(job);
    expect(await store.find('job_other')).toBeUndefined();
  });

  it('lets one of many workers claim a job, and the next one after the lease has expired', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => store.claim(job.id, start, start + 1000)),
    );
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'leased')).toHaveLength(9);
    expect(await store.claim(job.id, start + 1000, start + 2000)).toEqual({
      kind: 'leased',
      leaseUntil: start + 1000,
    });
    expect(await store.claim(job.id, start + 1001, start + 2000)).toMatchObject({
      kind: 'claimed',
      job: { status: 'processing', attempts: 2, startedAt: new Date(start).toISOString() },
    });
    expect(await store.claim('job_other', start, start)).toEqual({ kind: 'unknown' });
  });

  it('records the inputs of the attempt that holds the lease, and forgets URLs when they are not needed', async () => {
    const store = open();
    const [first] = newJob().inputs;
    if (!first) throw new Error('The job has no input');
    const pending = { field: 'files[1]' };
    const job = newJob({ inputs: [first, pending], urls: [null, 'https://example.com/?secret'] });
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const attempt = { jobId: job.id, attempt: 1 };
    expect(await store.recordInputs({ ...attempt, attempt: 2 }, [], undefined)).toBe(false);
    expect(await store.recordInputs(attempt, job.inputs, job.urls)).toBe(true);
    expect(await store.find(job.id)).toMatchObject({ inputs: [first, pending], urls: job.urls });
    const stored = { ...first, field: 'files[1]' };
    expect(await store.recordInputs(attempt, [first, stored], undefined)).toBe(true);
    const found = await store.find(job.id);
    expect(found?.inputs).toEqual([first, stored]);
    expect(found).not.toHaveProperty('urls');
  });

  it('forgets the URLs of a job that ends', async () => {
    const store = open();
    const job = newJob({ inputs: [{ field: 'file' }], urls: ['https://example.com/?secret'] });
    await store.create(job);
    await store.cancel(job.id, new Date(start));
    const found = await store.find(job.id);
    expect(found?.inputs).toEqual([{ field: 'file' }]);
    expect(found).not.toHaveProperty('urls');
  });

  it('records that a document ended an attempt, if that attempt holds the lease', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const first = { jobId: job.id, attempt: 1 };
    expect(await store.release(first, start + 100)).toBe(true);
    expect(await store.find(job.id)).not.toHaveProperty('documentFault');
    await store.claim(job.id, start + 200, start + 1000);
    expect(await store.release(first, start + 300, 'document')).toBe(false);
    expect(await store.find(job.id)).not.toHaveProperty('documentFault');
    expect(await store.release({ jobId: job.id, attempt: 2 }, start + 300, 'document')).toBe(true);
    expect(await store.claim(job.id, start + 400, start + 1000)).toMatchObject({
      job: { attempts: 3, documentFault: true },
    });
    // A fault of the service does not clear it.
    expect(await store.release({ jobId: job.id, attempt: 3 }, start + 500)).toBe(true);
    expect(await store.find(job.id)).toMatchObject({ documentFault: true });
  });

  it('lets no worker claim a job that waits for its parts, until it is resumed', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const attempt = { jobId: job.id, attempt: 1 };
    expect(await store.resume(job.id, start)).toBe(false);
    const times = { until: start + 9000, due: start + 4000 };
    expect(await store.awaitParts({ ...attempt, attempt: 2 }, [0, 2], times)).toBeUndefined();
    expect(await store.awaitParts(attempt, [0, 2], times)).toMatchObject({
      awaitsParts: true,
      parts: { indices: [0, 2], attempt: 1 },
    });
    expect(await store.claim(job.id, start + 5000, start + 6000)).toEqual({ kind: 'waiting' });
    expect(await due(store, start + 4000)).not.toContain(job.id);
    expect(await due(store, start + 4001)).toContain(job.id);
    expect(await store.endPart(job.id, 2, false)).toMatchObject({ endedParts: new Set([2]) });
    expect(await store.endPart(job.id, 2, false)).toMatchObject({ endedParts: new Set([2]) });
    expect(await store.endPart(job.id, 0, true)).toMatchObject({
      endedParts: new Set([0, 2]),
      failedParts: new Set([0]),
    });
    expect(await store.resume(job.id, start + 5000)).toBe(true);
    expect(await store.resume(job.id, start + 5000)).toBe(false);
    const claim = await store.claim(job.id, start + 5001, start + 9000);
    expect(claim).toMatchObject({ kind: 'claimed', job: { attempts: 2 } });
    expect(claim.kind === 'claimed' && claim.job).not.toHaveProperty('awaitsParts');
    expect(await store.cancel(job.id, new Date(start))).toBe(true);
    expect(await store.endPart(job.id, 0, false)).toBeUndefined();
  });

  it('records the parts that the attempt is about to create, before it waits for them', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const attempt = { jobId: job.id, attempt: 1 };
    expect(await store.expectParts({ ...attempt, attempt: 2 }, [0])).toBe(false);
    expect(await store.expectParts(attempt, [0, 2])).toBe(true);
    expect(await store.find(job.id)).toMatchObject({ parts: { indices: [0, 2], attempt: 0 } });
    await store.awaitParts(attempt, [0, 2], { until: start + 9000, due: start + 4000 });
    expect(await store.expectParts(attempt, [0, 2])).toBe(true);
    expect(await store.find(job.id)).toMatchObject({ parts: { indices: [0, 2], attempt: 1 } });
  });

  it('lets a job be claimed that waits and was released all the same', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const attempt = { jobId: job.id, attempt: 1 };
    await store.awaitParts(attempt, [0], { until: start + 9000, due: start + 4000 });
    expect(await store.release(attempt, start + 2000)).toBe(true);
    expect(await store.claim(job.id, start + 1500, start + 3000)).toMatchObject({ kind: 'leased' });
    expect(await store.claim(job.id, start + 2001, start + 3000)).toMatchObject({ kind: 'claimed' });
    // An attempt is running, so nothing else makes the job claimable.
    expect(await store.resume(job.id, start + 2500)).toBe(false);
  });

  it('has parts that ended among the jobs that are due until their end is reported', async () => {
    const store = open();
    const part = newJob({ parent: { id: 'job_other', index: 0, field: 'files' } });
    await store.create(part);
    await store.claim(part.id, start, start + 1000);
    await store.complete({ jobId: part.id, attempt: 1 }, newResult(part), new Date(start));
    expect(await due(store, start + 40_000)).toContain(part.id);
    await store.markReported(part.id);
    expect(await due(store, start + 40_000)).not.toContain(part.id);
  });

  it('lets only the attempt that holds the lease end the job', async () => {
    const store = open();
    const job = newJob({
      passwords: ['secret', null],
      secrets: { protect: { userPassword: 'secret' } },
      deliverTo: ['https://bucket.example/?secret'],
    });
    await store.create(job);
    expect(await store.find(job.id)).toMatchObject({ secrets: { protect: { userPassword: 'secret' } } });
    await store.claim(job.id, start, start + 1000);
    await store.claim(job.id, start + 2000, start + 3000);
    const late = { jobId: job.id, attempt: 1 };
    expect(await store.complete(late, newResult(job), new Date(start))).toBe(false);
    expect(await store.fail(late, error, new Date(start))).toBe(false);
    expect(await store.release(late, start)).toBe(false);
    expect(await store.complete({ jobId: job.id, attempt: 2 }, newResult(job), new Date(start))).toBe(true);
    const ended = await store.find(job.id);
    expect(ended).toMatchObject({ status: 'completed', result: newResult(job), attempts: 2 });
    // Options can have cookies and headers.
    expect(ended?.options).toEqual({});
    expect(ended).not.toHaveProperty('passwords');
    expect(ended).not.toHaveProperty('secrets');
    expect(ended).not.toHaveProperty('deliverTo');
    expect(ended).not.toHaveProperty('leaseUntil');
  });

  it('extends the lease of the attempt that holds it, and of no other', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    const first = { jobId: job.id, attempt: 1 };
    expect(await store.renew(first, start + 5000)).toBe(true);
    expect(await store.claim(job.id, start + 4000, start + 9000)).toEqual({
      kind: 'leased',
      leaseUntil: start + 5000,
    });
    expect(await due(store, start + 9_000)).not.toContain(job.id);
    expect(await due(store, start + 11_000)).toContain(job.id);
    await store.claim(job.id, start + 5001, start + 9000);
    expect(await store.renew(first, start + 99_000)).toBe(false);
    await store.cancel(job.id, new Date(start));
    expect(await store.renew({ jobId: job.id, attempt: 2 }, start + 99_000)).toBe(false);
  });

  it('records how many results an attempt stores, if it holds the lease', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    expect(await store.expectResults({ jobId: job.id, attempt: 1 }, 3)).toBe(true);
    expect(await store.find(job.id)).toMatchObject({ resultCount: 3 });
    await store.cancel(job.id, new Date(start));
    expect(await store.expectResults({ jobId: job.id, attempt: 1 }, 5)).toBe(false);
    expect(await store.find(job.id)).toMatchObject({ resultCount: 3 });
  });

  it('records the deletion of one of several results', async () => {
    const store = open();
    const job = newJob();
    const [first, second] = ['file_1', 'file_2'].map((id) => ({ ...newResult(job), id }));
    if (!first || !second) throw new Error('no results');
    await store.create(job);
    await store.markResultDeleted(job.id, 'file_2', new Date(start));
    await store.claim(job.id, start, start + 1000);
    await store.complete({ jobId: job.id, attempt: 1 }, [first, second], new Date(start));
    for (const id of ['file_2', 'file_3']) await store.markResultDeleted(job.id, id, new Date(start));
    await store.markResultDeleted(job.id, 'file_2', new Date(start + 1000));
    expect(await store.find(job.id)).toMatchObject({
      status: 'completed',
      result: [first, { ...second, deletedAt: new Date(start).toISOString() }],
    });
  });

  it('lets the next worker claim a released job after its pause', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.claim(job.id, start, start + 1000);
    expect(await store.release({ jobId: job.id, attempt: 1 }, start + 100)).toBe(true);
    expect(await store.claim(job.id, start + 100, start + 1000)).toMatchObject({ kind: 'leased' });
    expect(await store.claim(job.id, start + 101, start + 1000)).toMatchObject({ kind: 'claimed' });
  });

  it.each(['completed', 'failed', 'canceled', 'abandoned'])(
    'never changes a job that was %s',
    async (ending) => {
      const store = open();
      const job = newJob();
      await store.create(job);
      await store.claim(job.id, start, start + 1000);
      const attempt = { jobId: job.id, attempt: 1 };
      const at = new Date(start);
      const ends = {
        completed: () => store.complete(attempt, newResult(job), at),
        failed: () => store.fail(attempt, error, at),
        canceled: () => store.cancel(job.id, at),
        abandoned: async () => (await store.abandon(job.id, error, at)) !== undefined,
      };
      expect(await ends[ending as keyof typeof ends]()).toBe(true);
      const ended = await store.find(job.id);
      for (const end of Object.values(ends)) expect(await end()).toBe(false);
      expect(await store.release(attempt, start)).toBe(false);
      await store.markEnqueued(job.id, at);
      await store.postpone(job.id, start);
      expect(await store.claim(job.id, start + 5000, start + 6000)).toMatchObject({ kind: 'ended' });
      expect(await store.find(job.id)).toEqual(ended);
    },
  );

  it('records the first deletion of a job', async () => {
    const store = open();
    const job = newJob();
    await store.create(job);
    await store.markDeleted(job.id, new Date(start));
    await store.markDeleted(job.id, new Date(start + 1000));
    expect(await store.find(job.id)).toMatchObject({
      deletedAt: new Date(start).toISOString(),
      status: 'queued',
    });
  });

  it('has the sweep check a job that is not enqueued, not started, or abandoned by its worker; not one that ended', async () => {
    const store = open();
    const job = newJob();
    const created = Date.parse(job.createdAt);
    await store.create(job);
    expect(await due(store, created + 29_000)).not.toContain(job.id);
    expect(await due(store, created + 31_000)).toContain(job.id);
    await store.markEnqueued(job.id, new Date(created));
    expect(await due(store, created + 31_000)).not.toContain(job.id);
    expect(await due(store, created + 25 * 3600_000)).toContain(job.id);
    await store.claim(job.id, created, created + 1000);
    expect(await due(store, created + 7000)).toContain(job.id);
    await store.postpone(job.id, created + 9000);
    expect(await due(store, created + 8000)).not.toContain(job.id);
    expect(await due(store, created + 9001)).toContain(job.id);
    await store.cancel(job.id, new Date(created));
    expect(await due(store, created + 1e12)).not.toContain(job.id);
  });

  it.each(['completed', 'failed', 'abandoned'])(
    'has the sweep check a job with a webhook that was %s, until the webhook is queued',
    async (ending) => {
      const store = open();
      const job = newJob({ webhook: newWebhook('https://example.com/', 'https://api.example.com') });
      await store.create(job);
      await store.claim(job.id, start, start + 1000);
      const attempt = { jobId: job.id, attempt: 1 };
      const at = new Date(start);
      // Not before the job has ended.
      await store.markWebhookQueued(job.id, at);
      const ends = {
        completed: () => store.complete(attempt, newResult(job), at),
        failed: () => store.fail(attempt, error, at),
        abandoned: async () => (await store.abandon(job.id, error, at)) !== undefined,
      };
      expect(await ends[ending as keyof typeof ends]()).toBe(true);
      for (const end of Object.values(ends)) expect(await end()).toBe(false);
      expect(await due(store, start + 29_000)).not.toContain(job.id);
      expect(await due(store, start + 31_000)).toContain(job.id);
      await store.markWebhookQueued(job.id, new Date(start + 1000));
      await store.markWebhookQueued(job.id, new Date(start + 2000));
      expect(await due(store, start + 1e12)).not.toContain(job.id);
      expect(await store.find(job.id)).toMatchObject({
        webhook: { url: 'https://example.com/', queuedAt: new Date(start + 1000).toISOString() },
      });
    },
  );

  it('sends no webhook for a canceled job', async () => {
    const store = open();
    const job = newJob({ webhook: newWebhook('https://example.com/', 'https://api.example.com') });
    await store.create(job);
    await store.cancel(job.id, new Date(start));
    expect(await due(store, start + 1e12)).not.toContain(job.id);
  });
});

it('reads a job of the earlier release, which had one input', async () => {
  const { queue: _, inputs, passwords, ...job } = newJob({ passwords: ['secret'] });
  const [input] = inputs.map(({ field: _field, ...rest }) => rest);
  const item = { pk: `JOB#${job.id}`, sk: 'JOB', ...job, v: 1, input, password: 'secret' };
  await documents.send(new PutCommand({ TableName: table, Item: item }));
  const store = new DynamoJobStore(documents, table);
  expect(await store.find(job.id)).toEqual({ ...job, queue: 'office', inputs, passwords });
  await store.claim(job.id, 0, 1000);
  await store.fail({ jobId: job.id, attempt: 1 }, error, new Date());
  expect(await store.find(job.id)).not.toHaveProperty('passwords');
});

it.each(['html', 'pdf'] as const)('the sweep checks the jobs of the queue %s', async (queue) => {
  const store = new DynamoJobStore(documents, table);
  const job = newJob({ queue });
  await store.create(job);
  const found: Job[] = [];
  for await (const each of store.due(Date.parse(job.createdAt) + 31_000)) found.push(each);
  expect(found).toContainEqual(job);
});

it('DynamoDB deletes a job a week after it can no longer be read', async () => {
  const job = newJob();
  await new DynamoJobStore(documents, table).create(job);
  const { Item } = await documents.send(
    new GetCommand({ TableName: table, Key: { pk: `JOB#${job.id}`, sk: 'JOB' } }),
  );
  expect(Item?.['ttl']).toBe(Math.ceil(Date.parse(job.expiresAt) / 1000) + 7 * 24 * 3600);
});

/** A job whose input is in its message, and that job when its input is stored. */
function carriedJob(): { job: Job; stored: Job } {
  const stored = newJob();
  const job = {
    ...stored,
    createdAt: timeOfJob(stored.id),
    inputs: [{ field: 'file', fileName: 'a', size: 1 }],
  };
  return { job, stored: { ...job, inputs: stored.inputs } };
}

describe.each<[string, () => JobStore]>([
  ['in memory', () => new MemoryJobStore()],
  ['in DynamoDB', () => new DynamoJobStore(documents, table)],
])('a carried job %s', (_, open) => {
  it('is created by its first claim, and not found by the sweep', async () => {
    const store = open();
    const { job } = carriedJob();
    const now = Date.parse(job.createdAt);
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => store.claimCarried(job, now, now + 1000)),
    );
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['claimed', ...Array<string>(4).fill('leased')]);
    expect(await store.find(job.id)).toMatchObject({
      status: 'processing',
      attempts: 1,
      carried: true,
      createdAt: job.createdAt,
      inputs: job.inputs,
    });
    expect(await due(store, now + 1_000_000_000)).not.toContain(job.id);
    expect(await store.claimCarried(job, now + 1001, now + 2000)).toMatchObject({
      kind: 'claimed',
      job: { attempts: 2 },
    });
    await store.renew({ jobId: job.id, attempt: 2 }, now + 3000);
    expect(await due(store, now + 1_000_000_000)).not.toContain(job.id);
  });

  it('has its input and is found by the sweep when it is stored, before its claim or after it', async () => {
    const store = open();
    for (const isClaimed of [false, true]) {
      const { job, stored } = carriedJob();
      const now = Date.parse(job.createdAt);
      if (isClaimed) await store.claimCarried(job, now, now + 60_000);
      expect(await store.storeCarried(stored, true)).toBe(true);
      expect(await store.storeCarried(stored, true)).toBe(true);
      const found = await store.find(job.id);
      expect(found).toMatchObject({ createdAt: job.createdAt, inputs: stored.inputs, options: job.options });
      expect(found).not.toHaveProperty('carried');
      const lapse = isClaimed ? now + 65_000 : now + 150_000;
      expect(await due(store, lapse - 1)).not.toContain(job.id);
      expect(await due(store, lapse + 1)).toContain(job.id);
      const claim = await store.claimCarried(job, now + 60_001, now + 120_000);
      expect(claim).toMatchObject({ kind: 'claimed', job: { inputs: stored.inputs } });
    }
    const { job, stored } = carriedJob();
    expect(await store.storeCarried(stored, false)).toBe(true);
    expect(await due(store, Date.parse(job.createdAt) + 30_001)).toContain(job.id);
  });

  it('is not stored when it has ended', async () => {
    const store = open();
    const { job, stored } = carriedJob();
    await store.claimCarried(job, 0, 60_000);
    await store.complete({ jobId: job.id, attempt: 1 }, newResult(job), new Date());
    expect(await store.storeCarried(stored, true)).toBe(false);
    const found = await store.find(job.id);
    expect(found).toMatchObject({ status: 'completed', createdAt: job.createdAt, inputs: job.inputs });
    expect(found).not.toHaveProperty('carried');
  });
});

it('a carried job is listed from its end, or from when it is stored', async () => {
  const store = new DynamoJobStore(documents, table);
  const list = new DynamoJobList(documents, table);
  const owner = 'key_carried';
  const listed = async () =>
    (await list.page({ owner, limit: 9, since: '2000', status: undefined, after: undefined })).jobs.map(
      ({ id }) => id,
    );
  const [ended, kept] = [carriedJob(), carriedJob()];
  for (const { job } of [ended, kept]) await store.claimCarried({ ...job, owner }, 0, 60_000);
  expect(await listed()).toEqual([]);
  await store.complete({ jobId: ended.job.id, attempt: 1 }, newResult(ended.job), new Date());
  expect(await listed()).toEqual([ended.job.id]);
  await store.storeCarried({ ...kept.stored, owner }, true);
  expect((await listed()).sort()).toEqual([ended.job.id, kept.job.id].sort());
});

describe('when the response to a call is lost, and the SDK retries it,', () => {
  const start = 1_800_000_000_000;
  afterEach(() => documents.middlewareStack.remove('loseResponse'));

  it('a job is created all the same', async () => {
    const store = new DynamoJobStore(documents, table);
    const job = newJob();
    const lost = loseResponse(documents, 'PutItem');
    await store.create(job);
    expect(lost()).toBe(1);
    await expect(store.create(job)).rejects.toThrow();
    expect(await store.find(job.id)).toEqual(job);
  });

  it('a worker holds the job that it claimed, as its first attempt', async () => {
    const store = new DynamoJobStore(documents, table);
    const job = newJob();
    await store.create(job);
    const lost = loseResponse(documents, 'UpdateItem');
    expect(await store.claim(job.id, start, start + 1000)).toMatchObject({
      kind: 'claimed',
      job: { attempts: 1, leaseUntil: start + 1000 },
    });
    expect(lost()).toBe(1);
    expect(await store.claim(job.id, start, start + 1000)).toMatchObject({ kind: 'leased' });
  });

  it('a worker holds the carried job that it created, and the job is stored', async () => {
    const store = new DynamoJobStore(documents, table);
    const { job, stored } = carriedJob();
    const put = loseResponse(documents, 'PutItem');
    expect(await store.claimCarried(job, start, start + 1000)).toMatchObject({
      kind: 'claimed',
      job: { attempts: 1 },
    });
    expect(put()).toBe(1);
    const update = loseResponse(documents, 'UpdateItem');
    expect(await store.storeCarried(stored, true)).toBe(true);
    expect(update()).toBe(1);
    expect(await store.find(job.id)).toMatchObject({ attempts: 1, inputs: stored.inputs });
  });
});

describe('a job that counts as open', () => {
  const owner = 'key_owner';

  it.each<[string, (store: DynamoJobStore, jobId: string) => Promise<unknown>, number]>([
    ['completed', (store, jobId) => complete(store, jobId), 1],
    [
      'failed',
      (store, jobId) => claimed(store, jobId, (attempt) => store.fail(attempt, error, new Date())),
      0,
    ],
    ['was abandoned', (store, jobId) => store.abandon(jobId, error, new Date()), 0],
    ['was canceled', (store, jobId) => store.cancel(jobId, new Date()), 0],
  ])('is no longer counted when it %s', async (_, end, conversions) => {
    const activity = new MemoryActivity();
    const job = newJob({ owner, slotItem: '2026-11-22#000' });
    const { element } = openJobSlot(job.id, '2026-11-22#000');
    activity.slots.set(`${owner} open ${element}`, element);
    const store = new DynamoJobStore(documents, table, activity);
    await store.create(job);
    await end(store, job.id);
    expect(activity.slots.size).toBe(0);
    expect(activity.usage).toHaveLength(conversions);
    for (const { usage } of activity.usage) expect(usage.operation).toBe(job.type);
  });

  it('ends even if its slot cannot be released', async () => {
    const activity = new MemoryActivity();
    activity.release = () => Promise.reject(new Error('the table is down'));
    const job = newJob({ owner, slotItem: '2026-11-22#000' });
    const store = new DynamoJobStore(documents, table, activity);
    await store.create(job);
    expect(await store.cancel(job.id, new Date())).toBe(true);
  });

  async function claimed<T>(store: DynamoJobStore, jobId: string, end: (attempt: Attempt) => Promise<T>) {
    await store.claim(jobId, Date.now(), Date.now() + 10_000);
    return end({ jobId, attempt: 1 });
  }

  const complete = (store: DynamoJobStore, jobId: string) =>
    claimed(store, jobId, async (attempt) => {
      const job = await store.find(jobId);
      if (!job) throw new Error('no job');
      return store.complete(attempt, newResult(job), new Date());
    });
});
