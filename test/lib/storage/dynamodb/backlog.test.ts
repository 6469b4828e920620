import { ulid } from 'ulid';
import { afterAll, describe, expect, it } from 'vitest';
import { DynamoBacklog } from '#lib/storage/dynamodb/backlog.ts';
import { DynamoJobStore } from '#lib/storage/dynamodb/job-store.ts';
import type { Job } from '#lib/jobs/job.ts';
import { startJobsTable } from '../../../support/jobs-table.ts';
import { newJob, newResult } from '../../../support/jobs.ts';
import { newWebhook } from '#lib/jobs/notification.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);
const store = new DynamoJobStore(documents, table);

const start = Date.now();
const seconds = 1000;

/** Adds a job in the queue. */
async function queued(owner: string, at: number, rest: Partial<Job> = {}): Promise<Job> {
  const job = newJob({ id: `job_${ulid(at)}`, owner, createdAt: new Date(at).toISOString(), ...rest });
  await store.create(job);
  await store.markEnqueued(job.id, new Date(at));
  return job;
}

describe('the backlog', () => {
  it("lists waiting jobs, oldest first, and counts each owner's documents in progress", async () => {
    const backlog = new DynamoBacklog(documents, table, 'office');
    const first = await queued('a', start);
    const second = await queued('b', start + 1);
    const third = await queued('a', start + 2);
    // Not in the queue yet.
    const fourth = newJob({ id: `job_${ulid(start + 3)}`, owner: 'c' });
    await store.create(fourth);
    const ids = [first, second, third, fourth].map(({ id }) => id);
    const before = await backlog.read(start + 10);
    expect(before.waiting.map(({ id }) => id)).toEqual(ids);
    expect(before.running).toEqual(new Map());

    await store.claim(second.id, start + 10, start + 130 * seconds);
    await store.claim(first.id, start + 10, start + 5 * seconds);
    const after = await backlog.read(start + 20);
    expect(after.waiting.map(({ id }) => id)).toEqual([third.id, fourth.id]);
    expect(after.running).toEqual(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    // The worker of the first job has died.
    const later = await backlog.read(start + 6 * seconds);
    expect(later.waiting.map(({ id }) => id)).toEqual([first.id, third.id, fourth.id]);
    expect(later.running).toEqual(new Map([['b', 1]]));
    for (const id of ids) await store.cancel(id, new Date(start));
  });

  it('has the jobs of one queue', async () => {
    const jobs = await Promise.all(
      (['office', 'html', 'pdf'] as const).map((queue) => queued('a', start, { queue })),
    );
    for (const { id, queue } of jobs) {
      const { waiting } = await new DynamoBacklog(documents, table, queue).read(start + 10);
      expect(waiting.map((job) => job.id)).toEqual([id]);
    }
    for (const { id } of jobs) await store.cancel(id, new Date(start));
  });

  it('includes jobs added since the last read at once', async () => {
    const backlog = new DynamoBacklog(documents, table, 'office');
    const old = await queued('a', start);
    expect((await backlog.read(start + 60 * seconds)).waiting).toHaveLength(1);
    const late = await queued('b', start + 60 * seconds + 1);
    const { waiting } = await backlog.read(start + 60 * seconds + 10);
    expect(waiting.map(({ id }) => id)).toEqual([old.id, late.id]);
    for (const { id } of [old, late]) await store.cancel(id, new Date(start));
  });

  it('drops jobs in time that were taken and ended between two reads', async () => {
    const backlog = new DynamoBacklog(documents, table, 'office');
    const job = await queued('a', start);
    expect((await backlog.read(start + 10)).waiting).toHaveLength(1);
    await store.cancel(job.id, new Date(start));
    expect((await backlog.read(start + 60 * seconds)).waiting).toEqual([]);
  });

  it('leaves out jobs that wait for their parts', async () => {
    const backlog = new DynamoBacklog(documents, table, 'pdf');
    const job = await queued('a', start, { queue: 'pdf' });
    expect((await backlog.read(start + 10)).waiting).toHaveLength(1);
    await store.claim(job.id, start + 10, start + 60 * seconds);
    const times = { until: start + 9000 * seconds, due: start + 30 * seconds };
    await store.awaitParts({ jobId: job.id, attempt: 1 }, [0], times);
    const { waiting, running } = await backlog.read(start + 20);
    expect({ waiting, running }).toEqual({ waiting: [], running: new Map() });
    await store.cancel(job.id, new Date(start));
  });

  it('leaves out jobs that have ended and whose webhook is not queued yet', async () => {
    const backlog = new DynamoBacklog(documents, table, 'office');
    const webhook = newWebhook('https://example.com/', 'https://api.example.com');
    const job = await queued('a', start, { webhook });
    await store.claim(job.id, start, start + 100 * seconds);
    await store.complete({ jobId: job.id, attempt: 1 }, newResult(job), new Date(start));
    const { waiting, running } = await backlog.read(start + 10);
    expect({ waiting, running }).toEqual({ waiting: [], running: new Map() });
    await store.markWebhookQueued(job.id, new Date(start));
  });
});
