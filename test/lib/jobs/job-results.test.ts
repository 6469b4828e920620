import { describe, expect, it } from 'vitest';
import { numberedUlid } from '#lib/base/identifiers.ts';
import { partId, readableResult, resultIds, ulidOf } from '#lib/jobs/job.ts';
import { presentJob } from '#lib/jobs/present-job.ts';
import { deleteJob, resultOf } from '#lib/jobs/read-job.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore } from '../../support/memory-jobs.ts';

const now = new Date();
const files = { present: ({ id }: { id: string }) => Promise.resolve({ id } as never) };
const part = (id: string, rest: object = {}) => ({ ...newResult(newJob()), id, ...rest });
const completed = (result: ReturnType<typeof part>[]) =>
  newJob({ type: 'split-pdf', status: 'completed', result });

describe('a job with several results', () => {
  it('shows them as a list, in their order', async () => {
    const job = completed([part('file_1'), part('file_2')]);
    const { result } = await presentJob(job, files, 'https://api.example.com', now);
    expect(result).toEqual([{ id: 'file_1' }, { id: 'file_2' }]);
    expect(resultOf(job)).toHaveLength(2);
  });

  it('leaves out deleted results, and has none when all are gone', () => {
    const deletedAt = now.toISOString();
    const first = part('file_1', { deletedAt });
    expect(readableResult(completed([first, part('file_2')]), now)).toMatchObject([{ id: 'file_2' }]);
    for (const gone of [completed([first]), completed([part('file_2', { expiresAt: deletedAt })])]) {
      expect(readableResult(gone, now)).toBeUndefined();
      expect(() => resultOf(gone, now)).toThrow(expect.objectContaining({ code: 'gone' }) as Error);
    }
  });

  it('deletes all inputs, and all results that an attempt may have stored', async () => {
    const jobs = new MemoryJobStore();
    const inputs = ['a', 'b'].map((key) => ({ field: 'files', key, eTag: '"1"', fileName: key, size: 1 }));
    const job = newJob({ inputs });
    await jobs.create(job);
    await jobs.claim(job.id, 0, 1000);
    await jobs.expectResults({ jobId: job.id, attempt: 1 }, 3);
    const deleted: string[] = [];
    const remove = (...given: unknown[]) => Promise.resolve(void deleted.push(String(given.at(-1))));
    await deleteJob(job, {
      jobs,
      inputs: { delete: ({ key }: { key: string }) => remove(key) } as never,
      files: { discard: remove } as never,
    });
    const ulid = ulidOf(job.id);
    const ids = [0, 1, 2].map((index) => `file_${numberedUlid(ulid, index)}`);
    expect(deleted).toEqual(['a', 'b', ...ids]);
    expect(ids[0]).toBe(`file_${ulid}`);
    expect(resultIds(job)).toEqual(ids.slice(0, 1));
    expect(await jobs.find(job.id)).toMatchObject({ status: 'canceled' });
  });

  it('deletes what an attempt recorded after the job was read: parts, their inputs and options', async () => {
    const jobs = new MemoryJobStore();
    const input = (key: string) => ({ field: 'file', key, eTag: '"1"', fileName: key, size: 1 });
    const job = newJob({ type: 'to-pdf', queue: 'pdf', inputs: [input('a')] });
    await jobs.create(job);
    await jobs.claim(job.id, 0, 1000);
    const attempt = { jobId: job.id, attempt: 1 };
    await jobs.recordInputs(attempt, [input('a'), input('download')], undefined);
    await jobs.expectParts(attempt, [0, 1]);
    const storedOptions = { key: 'options', eTag: '"1"', size: 1 };
    const id = partId(job.id, 0);
    const parent = { id: job.id, index: 0, field: 'files' };
    await jobs.create(newJob({ id, parent, inputs: [input('page'), input('a')], storedOptions }));
    const inputs: string[] = [];
    const files: string[] = [];
    await deleteJob(job, {
      jobs,
      inputs: { delete: ({ key }: { key: string }) => Promise.resolve(inputs.push(key)) } as never,
      files: { discard: (_: string, file: string) => Promise.resolve(files.push(file)) } as never,
    });
    expect(inputs).toEqual(['a', 'download', 'page', 'options']);
    expect(files).toEqual([...resultIds({ id }), ...resultIds(job)]);
    expect(await jobs.find(id)).toMatchObject({ status: 'canceled' });
  });
});

it('a job without files has no input', async () => {
  const job = newJob({ type: 'html-url', inputs: [] });
  expect(await presentJob(job, files, 'https://api.example.com', now)).toMatchObject({
    input: null,
    inputs: [],
  });
});
