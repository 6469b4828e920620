import { describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { openJobSlot } from '#lib/storage/dynamodb/open-jobs.ts';
import { acceptJob, type JobRequest, submitJob } from '#lib/jobs/submit-job.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { sweepTimes } from '#lib/jobs/sweep-times.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';

const request = (resourceId?: string): JobRequest => ({
  principal: { keyId: 'key_me', plan: 'free' },
  type: 'docx-to-pdf',
  inputs: [
    { field: 'file', fileName: 'a.docx', size: 1, source: { kind: 'inline', bytes: Buffer.from('a') } },
  ],
  fileName: 'a.pdf',
  options: {},
  resourceId,
});

const openJobsCap = { free: 2, pro: 2, business: 2 };

const storesOf = (jobs: JobStore) => ({
  activity: new MemoryActivity(),
  inputs,
  jobs,
  openJobsCap,
  queueName: 'office' as const,
});

const inputs = { store: () => Promise.resolve({ key: 'inputs/key_me/a', eTag: '"1"' }) };

it('a job is stored before its message is sent', async () => {
  const jobs = new MemoryJobStore();
  const queue = new MemoryJobQueue();
  const { id } = await submitJob(request(), { ...storesOf(jobs), queue });
  expect(queue.sent).toEqual([id]);
  expect(await jobs.find(id)).toMatchObject({ status: 'queued', enqueuedAt: expect.any(String) as string });
});

it('a job has the inputs of its request in their order, with their passwords and the URL of the delivery', async () => {
  const jobs = new MemoryJobStore();
  const parts = ['a', 'b', 'c'].map((name, index) => ({
    field: `files[${index}]`,
    fileName: `${name}.pdf`,
    size: index,
    source: { kind: 'inline' as const, bytes: Buffer.alloc(index) },
  }));
  const store = (owner: string, id: string) => Promise.resolve({ key: `${owner}/${id}`, eTag: '"1"' });
  const stores = { ...storesOf(jobs), inputs: { store }, queue: new MemoryJobQueue() };
  const passwords = [null, 'secret', null];
  const deliverTo = 'https://bucket.example/?secret';
  const { id } = await submitJob({ ...request(), inputs: parts, passwords, deliverTo }, stores);
  expect(await jobs.find(id)).toMatchObject({
    queue: 'office',
    passwords,
    deliverTo,
    inputs: parts.map(({ source: _, ...part }, index) => ({
      ...part,
      key: `key_me/${id}-${index}`,
      eTag: '"1"',
    })),
  });
});

it('a job has the URLs of its request in their places, to be downloaded', async () => {
  const jobs = new MemoryJobStore();
  const [part] = request().inputs;
  if (!part) throw new Error('The request has no input');
  const url = 'https://example.com/b.docx';
  const stores = { ...storesOf(jobs), queue: new MemoryJobQueue() };
  const { id } = await submitJob({ ...request(), inputs: [part, { field: 'files[1]', url }] }, stores);
  expect(await jobs.find(id)).toMatchObject({
    inputs: [{ field: 'file', key: 'inputs/key_me/a' }, { field: 'files[1]' }],
    urls: [null, url],
  });
});

it('a job whose message could not be sent is accepted, and sent by the sweep', async () => {
  const jobs = new MemoryJobStore();
  const queue = new MemoryJobQueue();
  const broken = Object.assign(new MemoryJobQueue(), {
    send: () => Promise.reject(new Error('the queue is down')),
  });
  const { id, createdAt } = await submitJob(request(), { ...storesOf(jobs), queue: broken });
  expect(await jobs.find(id)).toMatchObject({ status: 'queued' });
  const due = Date.parse(createdAt) + sweepTimes.notEnqueued + 1;
  await sweepJobs(jobs, { queues: onlyQueue(queue), announce: () => Promise.resolve() }, due);
  expect(queue.sent).toEqual([id]);
});

it('a job is confirmed when its caller says so, and only if its message was sent', async () => {
  const jobs = new MemoryJobStore();
  const { job, confirm } = await acceptJob(request(), { ...storesOf(jobs), queue: new MemoryJobQueue() });
  expect(await jobs.find(job.id)).not.toHaveProperty('enqueuedAt');
  await confirm();
  expect(await jobs.find(job.id)).toHaveProperty('enqueuedAt');

  const broken = Object.assign(new MemoryJobQueue(), {
    send: () => Promise.reject(new Error('the queue is down')),
  });
  const unsent = await acceptJob(request(), { ...storesOf(jobs), queue: broken });
  await unsent.confirm();
  expect(await jobs.find(unsent.job.id)).not.toHaveProperty('enqueuedAt');
});

it('a retry returns the job that the attempt before created', async () => {
  const jobs = new MemoryJobStore();
  const queue = new MemoryJobQueue();
  const resourceId = ulid();
  const first = await submitJob(request(resourceId), { ...storesOf(jobs), queue });
  const second = await submitJob(request(resourceId), { ...storesOf(jobs), queue });
  expect(second.id).toBe(first.id);
  expect(queue.sent).toEqual([first.id]);
});

describe('open jobs', () => {
  it('beyond the limit of the plan are rejected until one ends', async () => {
    const jobs = new MemoryJobStore();
    const stores = { ...storesOf(jobs), queue: new MemoryJobQueue() };
    const { id } = await submitJob(request(), stores);
    await submitJob(request(), stores);
    await expect(submitJob(request(), stores)).rejects.toMatchObject({
      code: 'too-many-jobs',
      message: expect.stringContaining('free plan allows 2 open jobs') as string,
      retryAfterSeconds: expect.any(Number) as number,
    });
    expect(stores.queue.sent).toHaveLength(2);
    const job = await jobs.find(id);
    await stores.activity.release('key_me', openJobSlot(id, job?.slotItem ?? ''));
    await submitJob(request(), stores);
  });

  it('that ended without releasing their slot leave room', async () => {
    const jobs = new MemoryJobStore();
    const stores = { ...storesOf(jobs), queue: new MemoryJobQueue() };
    const old = () => submitJob(request(ulid(Date.now() - 120_000)), stores);
    const { id } = await old();
    await old();
    await expect(submitJob(request(), stores)).rejects.toMatchObject({ code: 'too-many-jobs' });
    await jobs.cancel(id, new Date());
    await submitJob(request(), stores);
    await expect(submitJob(request(), stores)).rejects.toMatchObject({ code: 'too-many-jobs' });
  });

  it('that were never created leave room after a minute', async () => {
    const jobs = new MemoryJobStore();
    const stores = { ...storesOf(jobs), queue: new MemoryJobQueue() };
    const failing = { ...stores, inputs: { store: () => Promise.reject(new Error('storage is down')) } };
    for (const age of [120_000, 1_000]) {
      await expect(submitJob(request(ulid(Date.now() - age)), failing)).rejects.toThrow('storage is down');
    }
    await submitJob(request(), stores);
    await expect(submitJob(request(), stores)).rejects.toMatchObject({ code: 'too-many-jobs' });
  });
});
