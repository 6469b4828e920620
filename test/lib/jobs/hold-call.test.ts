import { describe, expect, it } from 'vitest';
import { holdCall } from '#lib/jobs/hold-call.ts';
import type { Job } from '#lib/jobs/job.ts';
import { newJob } from '../../support/jobs.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';

const caller = { keyId: 'key_1', plan: 'free' as const };
const capOf = (free: number) => ({ free, pro: 1, business: 1 });

/** A job that ends on demand, and the number of its reads. */
function runningJob() {
  const job = newJob({ status: 'processing' });
  let reads = 0;
  return {
    read: (): Promise<Job> => {
      reads += 1;
      return Promise.resolve({ ...job });
    },
    end: () => (job.status = 'completed'),
    reads: () => reads,
  };
}

const soon = () => Date.now() + 20_000;

describe('a held call', () => {
  it('waits for the end of the job and releases its slot', async () => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const held = holdCall(read, caller, { activity, cap: capOf(1) }, soon());
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(activity.slots.size).toBe(1);
    end();
    expect(await held).toMatchObject({ status: 'completed' });
    expect(activity.slots.size).toBe(0);
  });

  it('beyond the limit of the plan returns at once', async () => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const first = holdCall(read, caller, { activity, cap: capOf(1) }, soon());
    await new Promise((resolve) => setTimeout(resolve, 20));
    const other = runningJob();
    const second = await holdCall(other.read, caller, { activity, cap: capOf(1) }, soon());
    expect(second).toMatchObject({ status: 'processing' });
    expect(other.reads()).toBe(1);
    end();
    await first;
  });

  it.each([
    ['the job has ended', 'completed' as const, soon(), 1],
    ['no time is asked for', 'processing' as const, Date.now() - 1, 1],
    ['the plan allows none', 'processing' as const, soon(), 0],
  ])('acquires no slot when %s', async (_, status, until, free) => {
    const activity = new MemoryActivity();
    activity.take = () => Promise.reject(new Error('took a place'));
    const job = newJob({ status });
    expect(await holdCall(() => Promise.resolve(job), caller, { activity, cap: capOf(free) }, until)).toBe(
      job,
    );
  });
});
