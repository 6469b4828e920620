import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { withStoredInputs } from '#lib/conversions/jobs/download-job-inputs.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { Download } from '#lib/engines/egress/download-public.ts';
import { EgressFailed } from '#lib/engines/egress/errors.ts';
import type { ReadyJob } from '#lib/jobs/job.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { newJob, newResult } from '../../../support/jobs.ts';
import { MemoryJobStore } from '../../../support/memory-jobs.ts';

const part = { field: 'files[0]', key: 'inputs/key_me/a', eTag: '"1"', fileName: 'a.pdf', size: 1 };

async function setUp(served: Record<string, string>) {
  const jobs = new MemoryJobStore();
  const job = newJob({
    type: 'merge-pdf',
    queue: 'pdf',
    inputs: [part, { field: 'files[1]' }, { field: 'files[2]' }],
    urls: [null, 'https://example.com/b', 'https://example.com/c'],
  });
  await jobs.create(job);
  const bucket = new Map<string, string>();
  const asked: string[] = [];
  const worked: ReadyJob['inputs'][] = [];
  let now = Date.parse(job.createdAt);
  const download = (url: string): Promise<Download> => {
    asked.push(url);
    const text = served[url.slice(-1)];
    if (text === undefined) return Promise.reject(new EgressFailed('example.com', 'timeout'));
    const body = (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })();
    return Promise.resolve({ url, fileName: 'web.pdf', size: text.length, body, close: () => undefined });
  };
  const inputs = {
    receive: async (owner: string, id: string, body: AsyncIterable<Uint8Array>) => {
      const text = await textOf(body);
      bucket.set(`inputs/${owner}/${id}`, text);
      return { key: `inputs/${owner}/${id}`, eTag: '"2"', size: text.length };
    },
    delete: ({ key }: { key: string }) => Promise.resolve(void bucket.delete(key)),
  };
  const fails = { next: false };
  const work = withStoredInputs(
    (ready) => {
      worked.push(ready.inputs);
      return fails.next ? Promise.reject(new Error('crashed')) : Promise.resolve(newResult(job));
    },
    { jobs, inputs, download, allowedHosts: AllowedHosts.none, maximumBytes: 100 },
  );
  const run = () =>
    runJob(job.id, {
      jobs,
      work,
      discard: () => Promise.resolve(),
      announce: () => Promise.resolve(),
      millisecondsLeft: 60_000,
      now: () => now,
    });
  return {
    jobs,
    job,
    bucket,
    asked,
    served,
    worked,
    fails,
    work,
    run,
    /** The job as it is stored. */
    stored: () => jobs.find(job.id),
    later: () => (now += 60_001),
  };
}

describe('a job with URLs', () => {
  it('has its downloads as inputs, in their places', async () => {
    const { run, stored, worked, bucket } = await setUp({ b: 'bb', c: 'ccc' });
    expect(await run()).toEqual({ kind: 'done' });
    expect(worked).toEqual([
      [
        part,
        expect.objectContaining({ field: 'files[1]', fileName: 'web.pdf', size: 2, eTag: '"2"' }),
        expect.objectContaining({ field: 'files[2]', fileName: 'web.pdf', size: 3 }),
      ],
    ]);
    expect([...bucket.values()]).toEqual(['bb', 'ccc']);
    expect(await stored()).toMatchObject({ status: 'completed', inputs: worked[0] });
    expect(await stored()).not.toHaveProperty('urls');
  });

  it('needs no URL for a retry', async () => {
    const { run, stored, worked, asked, fails, later } = await setUp({ b: 'bb', c: 'ccc' });
    fails.next = true;
    expect(await run()).toMatchObject({ kind: 'again' });
    expect(await stored()).not.toHaveProperty('urls');
    later();
    fails.next = false;
    expect(await run()).toEqual({ kind: 'done' });
    expect(worked[1]).toEqual(worked[0]);
    expect(asked).toHaveLength(2);
  });

  it('records what arrived when another server fails, and retries the rest', async () => {
    const { run, stored, asked, served, later } = await setUp({ b: 'bb' });
    expect(await run()).toEqual({ kind: 'again', seconds: 5 });
    expect(await stored()).toMatchObject({
      inputs: [part, { field: 'files[1]', size: 2 }, { field: 'files[2]' }],
      urls: [null, null, 'https://example.com/c'],
    });
    later();
    served['c'] = 'ccc';
    await run();
    expect(asked.map((url) => url.slice(-1))).toEqual(['b', 'c', 'c']);
    expect(await stored()).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('fails with the error of its last attempt, which is retryable, and forgets its URLs', async () => {
    const { run, stored, later } = await setUp({ b: 'bb' });
    for (const _ of [1, 2, 3]) {
      await run();
      later();
    }
    const failed = await stored();
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: {
        code: 'url-unreachable',
        retryable: true,
        detail: expect.stringMatching(/^files\[2\]: .*'example\.com'/) as string,
      },
    });
    expect(failed).not.toHaveProperty('urls');
  });

  it('that was canceled meanwhile leaves nothing in the bucket', async () => {
    const { jobs, job, work, bucket } = await setUp({ b: 'bb', c: 'ccc' });
    const claim = await jobs.claim(job.id, Date.now(), Date.now() + 1000);
    if (claim.kind !== 'claimed') throw new Error('The job was not claimed');
    await jobs.cancel(job.id, new Date());
    const working = work(claim.job, Date.now() + 10_000, new AbortController().signal);
    await expect(working).rejects.toMatchObject({ name: 'LeaseLost' });
    expect(bucket.size).toBe(0);
  });

  it('stores the downloads of each attempt under other names', async () => {
    const { jobs, job, work, bucket } = await setUp({ b: 'bb', c: 'ccc' });
    for (const at of [0, 2000]) {
      const claim = await jobs.claim(job.id, at, at + 1000);
      if (claim.kind !== 'claimed') throw new Error('The job was not claimed');
      await work(
        { ...claim.job, ...job, attempts: claim.job.attempts },
        Date.now() + 10_000,
        AbortSignal.timeout(9000),
      );
    }
    expect(bucket.size).toBe(4);
  });
});
