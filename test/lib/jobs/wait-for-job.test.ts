import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { Job } from '#lib/jobs/job.ts';
import { preferredWait, waitForJob } from '#lib/jobs/wait-for-job.ts';
import { newJob } from '../../support/jobs.ts';

/** A clock that pauses advance, and a job that ends at `endsAt`. */
function setUp({ endsAt, status = 'completed' }: { endsAt: number; status?: Job['status'] }) {
  let now = 0;
  const reads: number[] = [];
  const read = () => {
    reads.push(now);
    return Promise.resolve(newJob({ status: now >= endsAt ? status : 'processing' }));
  };
  const wait = (until: number) =>
    waitForJob(read, {
      until,
      now: () => now,
      pause: (milliseconds) => {
        now += milliseconds;
        return Promise.resolve();
      },
    });
  return { reads, wait };
}

describe('waiting for a job', () => {
  it('reads once when there is no time to wait', async () => {
    const { reads, wait } = setUp({ endsAt: 1 });
    expect((await wait(0)).status).toBe('processing');
    expect((await wait(-5)).status).toBe('processing');
    expect(reads).toEqual([0, 0]);
  });

  it.each(['completed', 'failed', 'canceled'] as const)(
    'ends at the first read when the job is %s',
    async (status) => {
      const { reads, wait } = setUp({ endsAt: 30, status });
      expect((await wait(10_000)).status).toBe(status);
      expect(reads).toEqual([70]);
    },
  );

  it('reads no later than the time is up', async () => {
    const { reads, wait } = setUp({ endsAt: 30 });
    expect((await wait(40)).status).toBe('completed');
    expect(reads).toEqual([40]);
  });

  it.each([71, 100, 500, 1005, 5000])('ends soon after the job does, in %i ms', async (endsAt) => {
    const { reads, wait } = setUp({ endsAt });
    expect((await wait(20_000)).status).toBe('completed');
    expect(reads.at(-1)).toBeGreaterThanOrEqual(endsAt);
    expect(reads.at(-1)).toBeLessThanOrEqual(endsAt * 1.1 + 10);
  });

  it('ends soon after a job that was queued for long', async () => {
    let now = 0;
    const reads: number[] = [];
    const states = { queued: 5_000, processing: 6_200 };
    await waitForJob(
      () => {
        reads.push(now);
        if (now < states.queued) return Promise.resolve(newJob({ status: 'queued' }));
        const startedAt = new Date(states.queued).toISOString();
        return Promise.resolve(
          newJob({ status: now < states.processing ? 'processing' : 'completed', startedAt }),
        );
      },
      {
        until: 20_000,
        now: () => now,
        pause: (milliseconds) => {
          now += milliseconds;
          return Promise.resolve();
        },
      },
    );
    expect(reads.at(-1)).toBeLessThanOrEqual(states.processing + 130);
    expect(reads.filter((time) => time > states.queued).length).toBeLessThan(20);
  });

  it('returns the job in its current state when the time is up, not later, after a few reads', async () => {
    const { reads, wait } = setUp({ endsAt: 60_000 });
    expect((await wait(20_000)).status).toBe('processing');
    expect(reads.at(-1)).toBe(20_000);
    expect(reads.slice(0, 3)).toEqual([70, 80, 90]);
    expect(reads.length).toBeLessThan(70);
  });

  it('rejects with the error of a failed read', async () => {
    const gone = () => Promise.reject(new AppError('not-found', 'The job does not exist.'));
    await expect(waitForJob(gone, { until: Infinity })).rejects.toThrow('does not exist');
  });
});

it.each([
  ['10', 10],
  ['0', 0],
  ['999', 20],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
])('Prefer: wait=%s requests %s of 20 seconds', (value, seconds) => {
  expect(preferredWait(new Map([['wait', value]]), 20)).toBe(seconds);
});
