import { ulid } from 'ulid';
import { afterAll, describe, expect, it } from 'vitest';
import { JobReservations } from '#lib/jobs/reserve-jobs.ts';
import { type JobRequest, submitJob } from '#lib/jobs/submit-job.ts';
import { DynamoActivityStore } from '#lib/storage/dynamodb/activity-store.ts';
import { openJobSlot } from '#lib/storage/dynamodb/open-jobs.ts';
import { startJobsTable } from '../../support/jobs-table.ts';
import { MemoryJobQueue, MemoryJobStore } from '../../support/memory-jobs.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const openJobsCap = { free: 2, pro: 2, business: 2 };

/** A key of its own, what counts its calls, and what submits its jobs. */
function newCaller() {
  // No minute begins during a test: the calls of the next one count anew.
  const now = Date.now();
  const activity = new DynamoActivityStore(documents, table, () => now);
  const principal = { keyId: `key_${ulid()}`, plan: 'free' as const };
  const jobs = new MemoryJobStore();
  const stores = {
    activity,
    inputs: { store: () => Promise.resolve({ key: 'inputs/a', eTag: '"1"' }) },
    jobs,
    openJobsCap,
    queue: new MemoryJobQueue(),
    queueName: 'office' as const,
  };
  const reservations = new JobReservations(activity, openJobsCap);
  const submit = (overrides: Partial<JobRequest> = {}) =>
    submitJob(
      { principal, type: 'docx-to-pdf', inputs: [], fileName: 'a.pdf', options: {}, ...overrides },
      stores,
    );
  const call = () => reservations.start(principal);
  const release = (id: string, item = '') => activity.release(principal.keyId, openJobSlot(id, item));
  return { call, submit, release };
}

describe('the job of a call', () => {
  it('has the slot that was taken when the call was counted, and its id', async () => {
    const { call, submit, release } = newCaller();
    const reservedJob = call();
    expect(await reservedJob.counted()).toMatchObject({ allowed: true, remaining: 9 });
    const job = await submit({ reservedJob });
    expect(job.id).toBe(`job_${reservedJob.ulid}`);
    await reservedJob.end();
    // The job and another one have both slots of the key.
    await submit();
    await expect(submit()).rejects.toMatchObject({ code: 'too-many-jobs' });
    await release(job.id, job.slotItem);
    await submit();
  });

  it('has no slot if the call does not submit it', async () => {
    const { call, submit } = newCaller();
    for (let rejected = 0; rejected < 4; rejected += 1) {
      const reservedJob = call();
      expect(await reservedJob.counted()).toMatchObject({ allowed: true });
      await reservedJob.end();
    }
    await submit();
    await submit();
  });

  it('is rejected if there are too many', async () => {
    const { call, submit } = newCaller();
    await submit();
    await submit();
    const reservedJob = call();
    expect(await reservedJob.counted()).toMatchObject({ allowed: true, remaining: 9 });
    await expect(submit({ reservedJob })).rejects.toMatchObject({ code: 'too-many-jobs' });
    await reservedJob.end();
  });

  it('takes its slot once', async () => {
    const reservedJob = newCaller().call();
    expect(await reservedJob.takeSlot()).toMatchObject({ kind: 'open' });
    expect(await reservedJob.takeSlot()).toBeUndefined();
  });

  it('is counted against the rate', async () => {
    const { call } = newCaller();
    for (let remaining = 9; remaining >= 0; remaining -= 1) {
      const reservedJob = call();
      expect(await reservedJob.counted()).toMatchObject({ allowed: true, remaining });
      await reservedJob.end();
    }
    expect(await call().counted()).toMatchObject({ allowed: false });
  });
});
