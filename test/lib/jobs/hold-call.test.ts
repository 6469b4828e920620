import { describe, expect, it, vi } from 'vitest';
import { holdCall } from '#lib/jobs/hold-call.ts';
import { JobDurations } from '#lib/jobs/job-durations.ts';
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

/** A call whose response is the job. */
const call = (read: () => Promise<Job>, until = soon()) => ({
  read,
  respond: (job: Job) => Promise.resolve(job),
  until,
});

describe('a held call', () => {
  it('waits for the end of the job and releases its slot', async () => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const held = holdCall(call(read), caller, { activity, cap: capOf(1) });
    await vi.waitUntil(() => activity.slots.size === 1, { timeout: 10_000 });
    end();
    expect(await held).toMatchObject({ status: 'completed' });
    expect(activity.slots.size).toBe(0);
  });

  it('counts only when the job takes longer than a quarter of a second', async () => {
    const activity = new MemoryActivity();
    const take = vi.spyOn(activity, 'take');
    const durations = new JobDurations();
    for (const [milliseconds, slots] of [
      [100, 0],
      [350, 1],
    ] as const) {
      const { read, end } = runningJob();
      setTimeout(end, milliseconds);
      const held = holdCall(call(read), caller, { activity, cap: capOf(1), durations });
      expect(await held).toMatchObject({ status: 'completed' });
      expect(take).toHaveBeenCalledTimes(slots);
    }
    expect(durations.firstRead).toBeGreaterThan(90);
  });

  it('learns how long the job took, and not when it was read', async () => {
    const durations = new JobDurations();
    const finishedAt = new Date(Date.now() + 20).toISOString();
    const read = () => Promise.resolve(newJob({ status: 'completed', finishedAt }));
    const held = { ...call(read), job: newJob() };
    await holdCall(held, caller, { activity: new MemoryActivity(), cap: capOf(1), durations });
    expect(durations.firstRead).toBeLessThan(20);
  });

  it('does not read a job whose state is known before it waits', async () => {
    const { read, reads } = runningJob();
    const job = newJob({ status: 'completed' });
    expect(
      await holdCall({ ...call(read), job }, caller, { activity: new MemoryActivity(), cap: capOf(1) }),
    ).toBe(job);
    expect(reads()).toBe(0);
  });

  it('releases its slot while it makes the response', async () => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const released = Promise.withResolvers<undefined>();
    const release = activity.release.bind(activity);
    activity.release = async (...slot) => {
      await release(...slot);
      released.resolve(undefined);
    };
    const respond = async ({ status }: Job) => {
      await released.promise;
      return status;
    };
    setTimeout(end, 300);
    expect(await holdCall({ ...call(read), respond }, caller, { activity, cap: capOf(1) })).toBe('completed');
  });

  it.each(['read', 'respond'] as const)('releases its slot when %s fails', async (failing) => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const held = call(read);
    setTimeout(() => {
      end();
      held[failing] = () => Promise.reject(new Error('lost'));
    }, 300);
    const late = { ...held, read: () => held.read(), respond: (job: Job) => held.respond(job) };
    await expect(holdCall(late, caller, { activity, cap: capOf(1) })).rejects.toThrow('lost');
    expect(activity.slots.size).toBe(0);
  });

  it('beyond the limit of the plan returns as soon as it would count', async () => {
    const activity = new MemoryActivity();
    const { read, end } = runningJob();
    const first = holdCall(call(read), caller, { activity, cap: capOf(1) });
    await vi.waitUntil(() => activity.slots.size === 1, { timeout: 10_000 });
    const other = runningJob();
    const began = Date.now();
    const second = await holdCall(call(other.read), caller, { activity, cap: capOf(1) });
    expect(second).toMatchObject({ status: 'processing' });
    expect(Date.now() - began).toBeLessThan(10_000);
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
    const held = holdCall(
      call(() => Promise.resolve(job), until),
      caller,
      { activity, cap: capOf(free) },
    );
    expect(await held).toBe(job);
  });
});
