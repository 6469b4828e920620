import { expect, it } from 'vitest';
import { numberedUlid } from '#lib/base/identifiers.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { ProducedFile } from '#lib/files/produced-file.ts';
import { LeaseLost } from '#lib/jobs/hold-lease.ts';
import { ulidOf } from '#lib/jobs/job.ts';
import { storeResult, storeResults } from '#lib/jobs/store-results.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore } from '../../support/memory-jobs.ts';

const part = (name: string, warnings: ProducedFile['warnings'] = []): ProducedFile => ({
  fileName: `${name}.pdf`,
  contentType: 'application/pdf',
  content: Buffer.from(name),
  warnings,
});

async function open() {
  const jobs = new MemoryJobStore();
  const created = newJob({ type: 'split-pdf' });
  await jobs.create(created);
  const job = { ...created, attempts: 1 };
  await jobs.claim(job.id, 0, 1000);
  const saved: StoredFile[] = [];
  const files = {
    save: (owner: string, { content, ...file }: ProducedFile & { jobId?: string | undefined }, id = '') => {
      const stored = { ...newResult(job), ...file, owner, id, size: content.length };
      saved.push(stored);
      return Promise.resolve(stored);
    },
  };
  return { jobs, job, files: files as never, saved };
}

it('a result has the id that follows from its job', async () => {
  const { job, files } = await open();
  expect(await storeResult(job, part('a'), files)).toMatchObject({
    id: `file_${ulidOf(job.id)}`,
    owner: job.owner,
  });
});

it('several results are announced in the record before they are stored, and name their job', async () => {
  const { jobs, job, files, saved } = await open();
  const names = Array.from({ length: 40 }, (_, index) => `part${index}`);
  const stored = await storeResults(
    job,
    names.map((name) => part(name)),
    { jobs, files },
  );
  expect(await jobs.find(job.id)).toMatchObject({ resultCount: 40 });
  expect(stored.map(({ fileName }) => fileName)).toEqual(names.map((name) => `${name}.pdf`));
  expect(stored.map(({ id }) => id)).toEqual(
    names.map((_, index) => `file_${numberedUlid(ulidOf(job.id), index)}`),
  );
  expect(new Set(saved.map(({ jobId }) => jobId))).toEqual(new Set([job.id]));
});

it('an attempt that has lost its lease stores nothing', async () => {
  const { jobs, job, files, saved } = await open();
  await jobs.cancel(job.id, new Date());
  await expect(storeResults(job, [part('a')], { jobs, files })).rejects.toBeInstanceOf(LeaseLost);
  expect(saved).toEqual([]);
});

it('warnings of many results are cut to what fits in the record, and stay whole in the files', async () => {
  const { jobs, job, files, saved } = await open();
  const warnings = Array.from({ length: 50 }, (_, index) => ({
    code: 'damaged',
    message: `${index}`.repeat(150),
  }));
  const parts = Array.from({ length: 200 }, (_, index) => part(`${index}`, warnings));
  const stored = await storeResults(job, parts, { jobs, files });
  const bytes = Buffer.byteLength(JSON.stringify(stored.map((file) => file.warnings)));
  expect(bytes).toBeLessThanOrEqual(100_000);
  expect(stored[0]?.warnings.at(-1)).toMatchObject({ code: 'more' });
  expect(saved[0]?.warnings).toHaveLength(50);
});
