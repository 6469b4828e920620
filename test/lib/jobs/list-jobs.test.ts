import { S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3FileStore } from '#lib/storage/file-store.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { DynamoJobList } from '#lib/storage/dynamodb/job-list.ts';
import { DynamoJobStore } from '#lib/storage/dynamodb/job-store.ts';
import { type Job, jobLifetime } from '#lib/jobs/job.ts';
import { listJobs } from '#lib/jobs/list-jobs.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import type { JobStatus } from '#lib/api/job-states.ts';

let table: Awaited<ReturnType<typeof startJobsTable>>;
beforeAll(async () => (table = await startJobsTable()));
afterAll(() => table.stop());

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const objects = new ObjectStore(new S3Client({ region: 'us-east-1', credentials }), 'bucket');
const now = new Date('2026-11-21T10:00:00.000Z');

interface Query {
  status?: JobStatus;
  limit?: number;
  cursor?: string;
}

/** Jobs of an owner that no other test uses, and a function that lists them as that owner. */
async function setUp(jobs: Partial<Job>[]) {
  const owner = `key_${ulid()}`;
  const store = new DynamoJobStore(table.documents, table.table);
  const made = jobs.map((job, index) => {
    const at = Date.parse(job.createdAt ?? '') || now.getTime() - (jobs.length - index) * 1000;
    const createdAt = new Date(at).toISOString();
    return newJob({ owner, createdAt, expiresAt: new Date(at + jobLifetime).toISOString(), ...job });
  });
  for (const job of made) await store.create(job);
  const stores = {
    list: new DynamoJobList(table.documents, table.table, { records: 10, queries: 4 }),
    jobs: store,
    files: new S3FileStore(objects, table.documents, table.table, () => now),
  };
  const list = (query: Query = {}) =>
    listJobs({ owner, baseUrl: 'https://api.example.com', limit: 20, ...query }, stores, now);
  /** The ids of all pages. */
  const all = async (query: Query): Promise<string[][]> => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.jobs.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  };
  return { made, list, all, owner };
}

const ids = (jobs: readonly Job[]): string[] => jobs.map(({ id }) => id).reverse();

describe('a list of jobs', () => {
  it('contains only the jobs of its owner, newest first, as single reads return them', async () => {
    await setUp([{}, {}]);
    const { made, list } = await setUp([{}, { status: 'processing' }, {}]);
    const { jobs, nextCursor } = await list();
    expect(jobs.map(({ id }) => id)).toEqual(ids(made));
    expect(nextCursor).toBeNull();
    expect(jobs[1]).toMatchObject({
      status: 'processing',
      links: { self: `https://api.example.com/api/jobs/${made[1]?.id ?? ''}` },
    });
    expect(JSON.stringify(jobs)).not.toContain('inputs/');
  });

  it('is empty when there are none', async () => {
    const { list } = await setUp([]);
    expect(await list()).toEqual({ jobs: [], nextCursor: null });
  });

  it('leaves out expired jobs', async () => {
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
    const { made, list } = await setUp([
      { createdAt: before(jobLifetime + 1000) },
      { createdAt: before(jobLifetime) },
      { createdAt: before(jobLifetime - 1000) },
    ]);
    expect((await list()).jobs.map(({ id }) => id)).toEqual([made[2]?.id]);
  });

  it('signs the URLs of results', async () => {
    const { list } = await setUp([
      { status: 'completed', result: newResult(newJob({ createdAt: now.toISOString() })) },
    ]);
    expect((await list()).jobs[0]?.result).toMatchObject({
      url: expect.stringContaining('X-Amz-Signature') as string,
    });
  });

  it('continues after the previous page with any limit, even among jobs created in the same millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 13 }),
        async (moments, limit) => {
          const { made, all } = await setUp(
            moments.map((moment) => ({ createdAt: new Date(now.getTime() - moment * 1000).toISOString() })),
          );
          const pages = await all({ limit });
          expect(pages.flat().sort()).toEqual(made.map(({ id }) => id).sort());
          const times = pages.flat().map((id) => made.find((job) => job.id === id)?.createdAt);
          expect(times).toEqual(times.toSorted().reverse());
          expect(pages).toHaveLength(Math.ceil(made.length / limit));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('has the jobs of one status, page by page', async () => {
    const { made, all } = await setUp(
      Array.from({ length: 30 }, (_, index) => ({ status: index % 3 === 0 ? 'failed' : 'queued' })),
    );
    const failed = made.filter(({ status }) => status === 'failed');
    expect((await all({ status: 'failed', limit: 3 })).flat()).toEqual(ids(failed));
    expect((await all({ status: 'failed', limit: 10 })).flat()).toEqual(ids(failed));
    expect(await all({ status: 'canceled' })).toEqual([[]]);
  });

  it('does not search for a rare status without limit, and still finds it', async () => {
    const { made, all } = await setUp(
      Array.from({ length: 42 }, (_, index) => ({ status: index === 0 ? 'failed' : 'queued' })),
    );
    const pages = await all({ status: 'failed' });
    expect(pages).toEqual([[], [made[0]?.id]]);
  });

  it('has no parts of jobs, and fills its pages however many there are', async () => {
    const parent = { id: 'job_other', index: 0, field: 'files[0]' };
    const parts = Array.from({ length: 24 }, () => ({ parent }));
    const { made, all } = await setUp([...parts, {}, {}, ...parts]);
    const jobs = ids(made.filter((job) => !job.parent));
    expect(await all({ limit: 1 })).toEqual(jobs.map((id) => [id]));
    expect((await all({ limit: 2 }))[0]).toEqual(jobs);
    expect(await all({})).toEqual([jobs]);
  });

  it.each([
    ['rubbish', 'rubbish'],
    ['nothing', ''],
    ['what is no id', Buffer.from('job_1').toString('base64url')],
    ['a job that never was', Buffer.from(newJob().id).toString('base64url')],
    ['a lot', 'x'.repeat(10_000)],
  ])('rejects %s as a cursor', async (_, cursor) => {
    const { list } = await setUp([{}]);
    await expect(list({ cursor })).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'cursor' }],
    });
  });

  it('rejects the cursor of another owner', async () => {
    const other = await setUp([{}, {}]);
    const { nextCursor } = await other.list({ limit: 1 });
    const { list } = await setUp([{}, {}]);
    await expect(list({ cursor: nextCursor ?? '' })).rejects.toMatchObject({ code: 'invalid-field' });
  });
});
