import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import { InputFault } from '#lib/base/input-fault.ts';
import { DocumentFault } from '#lib/jobs/document-fault.ts';
import { isTerminal, type Job } from '#lib/jobs/job.ts';
import { type JobWork, runJob, type RunOptions } from '#lib/jobs/run-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { queueWebhook } from '#lib/webhooks/queue-webhook.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';
import { newWebhook } from '#lib/jobs/notification.ts';

async function setUp(overrides: Partial<Job> = {}) {
  const jobs = new MemoryJobStore();
  const queue = new MemoryJobQueue();
  const job = newJob(overrides);
  await jobs.create(job);
  const webhooks = new MemoryJobQueue();
  const announce = (ended: Job) => queueWebhook(ended, jobs, webhooks);
  const targets = { queues: onlyQueue(queue), announce };
  const discarded: string[] = [];
  let now = Date.parse(job.createdAt);
  const run = (work: JobWork, options: Partial<RunOptions> = {}) =>
    runJob(job.id, {
      jobs,
      work,
      discard: ({ id }) => Promise.resolve(void discarded.push(id)),
      announce,
      millisecondsLeft: 100_000,
      now: () => now,
      ...options,
    });
  return {
    jobs,
    queue,
    webhooks,
    targets,
    job,
    discarded,
    run,
    pass: (milliseconds: number) => (now += milliseconds),
    now: () => now,
  };
}

const succeeds: JobWork = (job) => Promise.resolve(newResult(job));
const crashes: JobWork = () => Promise.reject(new Error('LibreOffice crashed'));
const timesOut: JobWork = () =>
  Promise.reject(new DocumentFault('conversion-timeout', 'The document takes too long.'));
const crashesConverter: JobWork = () =>
  Promise.reject(new DocumentFault('conversion-crashed', 'The converter crashed.'));

describe('running a job', () => {
  it('completes it', async () => {
    const { jobs, job, run } = await setUp();
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({
      status: 'completed',
      attempts: 1,
      result: newResult(job),
    });
  });

  it('fails it at once when the document is at fault', async () => {
    const { jobs, job, run } = await setUp();
    const work: JobWork = () => Promise.reject(new InputFault('damaged-document', 'has no pages'));
    expect(await run(work)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'damaged-document', detail: 'The document has no pages.' },
    });
  });

  it('fails it at once when a retry could not succeed', async () => {
    const { jobs, job, run } = await setUp();
    expect(await run(() => Promise.reject(new AppError('gone', 'The file has been deleted.')))).toEqual({
      kind: 'done',
    });
    expect(await jobs.find(job.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'gone', detail: 'The file has been deleted.' },
    });
  });

  it('stores whether a later job can succeed, where the error says so', async () => {
    const { jobs, job, run } = await setUp();
    const fault = new InputFault('url-unreachable', 'cannot be downloaded', { retryable: false });
    await run(() => Promise.reject(fault));
    expect(await jobs.find(job.id)).toMatchObject({
      error: { code: 'url-unreachable', detail: 'The document cannot be downloaded.', retryable: false },
    });
  });

  it('retries an error that is retryable, and fails with it after three attempts', async () => {
    const { jobs, job, run, pass } = await setUp();
    const work: JobWork = () =>
      Promise.reject(
        AppError.inField('url-unreachable', 'file', 'cannot be downloaded', { retryable: true }),
      );
    expect(await run(work)).toEqual({ kind: 'again', seconds: 5 });
    pass(5001);
    expect(await run(work)).toEqual({ kind: 'again', seconds: 30 });
    pass(30_001);
    expect(await run(work)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({
      attempts: 3,
      error: { code: 'url-unreachable', detail: 'file: cannot be downloaded.', retryable: true },
    });
  });

  it('retries a fault of the service, and gives up after three attempts without internal details', async () => {
    const { jobs, job, run, pass } = await setUp();
    expect(await run(crashes)).toEqual({ kind: 'again', seconds: 5 });
    pass(5001);
    expect(await run(crashes)).toEqual({ kind: 'again', seconds: 30 });
    pass(30_001);
    expect(await run(crashes)).toEqual({ kind: 'done' });
    const ended = await jobs.find(job.id);
    expect(ended).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'internal-error' } });
    expect(JSON.stringify(ended)).not.toContain('LibreOffice');
  });

  it('does not use up attempts on duplicate messages', async () => {
    const { jobs, job, run, pass } = await setUp();
    await run(crashes);
    pass(1000);
    expect(await run(crashes)).toEqual({ kind: 'leased', seconds: 4 });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'processing', attempts: 1 });
  });

  it('retries when the service is unavailable, although another error of a request fails the job', async () => {
    const { jobs, job, run, pass } = await setUp();
    const work: JobWork = () => Promise.reject(new AppError('unavailable', 'The renderer is busy.'));
    expect(await run(work)).toEqual({ kind: 'again', seconds: 5 });
    pass(5001);
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('completes a job that fails at first', async () => {
    const { jobs, job, run, pass } = await setUp();
    await run(crashes);
    pass(5001);
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('retries a document that times out once, then fails the job with its code', async () => {
    const { jobs, job, run, pass } = await setUp();
    expect(await run(timesOut)).toEqual({ kind: 'again', seconds: 1 });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'processing', attempts: 1 });
    pass(1001);
    expect(await run(timesOut)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: { code: 'conversion-timeout', detail: 'The document takes too long.' },
    });
  });

  it('fails the job with the code of the second fault when they differ', async () => {
    const { jobs, job, run, pass } = await setUp();
    await run(timesOut);
    pass(1001);
    await run(crashesConverter);
    expect(await jobs.find(job.id)).toMatchObject({ attempts: 2, error: { code: 'conversion-crashed' } });
  });

  it('completes a job whose document crashed the converter only once', async () => {
    const { jobs, job, run, pass } = await setUp();
    await run(crashesConverter);
    pass(1001);
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it.each([
    ['before', [crashes, timesOut, timesOut], 'conversion-timeout'],
    ['between', [timesOut, crashes, timesOut], 'conversion-timeout'],
    ['after', [timesOut, crashes, crashes], 'internal-error'],
    ['twice before', [crashes, crashes, timesOut], 'internal-error'],
  ] as const)('records the fault of a document when the service fails %s it', async (_, attempts, code) => {
    const { jobs, job, run, pass } = await setUp();
    for (const work of attempts) {
      expect(await jobs.find(job.id)).not.toHaveProperty('error');
      await run(work);
      pass(30_001);
    }
    expect(await jobs.find(job.id)).toMatchObject({ status: 'failed', attempts: 3, error: { code } });
  });

  it('counts a worker that dies during the second attempt as a fault of the service', async () => {
    const { jobs, job, run, pass } = await setUp();
    await run(timesOut);
    pass(1001);
    void run(() => new Promise(() => undefined));
    pass(61_000);
    expect(await jobs.find(job.id)).toMatchObject({ status: 'processing', attempts: 2 });
    expect(await run(timesOut)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ attempts: 3, error: { code: 'conversion-timeout' } });
  });

  it('returns the message to the queue while another worker holds the job', async () => {
    const { job, run, pass } = await setUp();
    const finish = Promise.withResolvers<StoredFile>();
    const first = run(() => finish.promise);
    pass(50_000);
    expect(await run(succeeds)).toEqual({ kind: 'leased', seconds: 10 });
    finish.resolve(newResult(job));
    expect(await first).toEqual({ kind: 'done' });
  });

  it('takes over from a dead worker, and ignores its late result', async () => {
    const { jobs, job, run, pass } = await setUp();
    const late = Promise.withResolvers<StoredFile>();
    const first = run(() => late.promise);
    pass(61_000);
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    late.resolve({ ...newResult(job), size: 999 });
    expect(await first).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 2, result: { size: 10 } });
  });

  it('deletes the result when the job was canceled meanwhile', async () => {
    const { jobs, job, discarded, run, now } = await setUp();
    const work: JobWork = async (running) => {
      await jobs.cancel(job.id, new Date(now()));
      return newResult(running);
    };
    expect(await run(work)).toEqual({ kind: 'done' });
    expect(discarded).toEqual([job.id]);
    expect(await jobs.find(job.id)).toMatchObject({ status: 'canceled' });
  });

  it('deletes what a failed attempt stored when the job was canceled meanwhile', async () => {
    const { jobs, job, discarded, run, now } = await setUp();
    const work: JobWork = async () => {
      await jobs.cancel(job.id, new Date(now()));
      throw new AppError('damaged-document', 'The document is damaged.');
    };
    expect(await run(work)).toEqual({ kind: 'done' });
    expect(discarded).toEqual([job.id]);
    expect(await jobs.find(job.id)).toMatchObject({ status: 'canceled' });
  });

  it('deletes the result of a worker that died or was late when the job was deleted meanwhile', async () => {
    const canceled = await setUp();
    await canceled.jobs.cancel(canceled.job.id, new Date(canceled.now()));
    expect(await canceled.run(succeeds)).toEqual({ kind: 'done' });
    expect(canceled.discarded).toEqual([canceled.job.id]);

    for (const ends of [succeeds, crashes]) {
      const { jobs, job, discarded, run, pass, now } = await setUp();
      const late = Promise.withResolvers<undefined>();
      const first = run((running, ...rest) => late.promise.then(() => ends(running, ...rest)));
      pass(61_000);
      await run(succeeds);
      expect(discarded).toEqual([]);
      await jobs.markDeleted(job.id, new Date(now()));
      late.resolve(undefined);
      expect(await first).toEqual({ kind: 'done' });
      expect(discarded).toEqual([job.id]);
    }
  });

  it('queues the webhook of a job that ends, and no other', async () => {
    const webhook = newWebhook('https://example.com/', 'https://api.example.com');
    for (const [work, queued] of [
      [succeeds, 1],
      [() => Promise.reject(new InputFault('damaged-document', 'is damaged')), 1],
      [crashes, 0],
    ] as [JobWork, number][]) {
      const { jobs, webhooks, job, run } = await setUp({ webhook });
      await run(work);
      expect(webhooks.sent).toHaveLength(queued);
      expect((await jobs.find(job.id))?.webhook?.queuedAt !== undefined).toBe(queued === 1);
    }
    const silent = await setUp();
    await silent.run(succeeds);
    expect(silent.webhooks.sent).toEqual([]);
  });

  it('does nothing for a job that has ended or does not exist', async () => {
    const { run } = await setUp();
    await run(succeeds);
    const never: JobWork = () => Promise.reject(new Error('ran'));
    expect(await run(never)).toEqual({ kind: 'done' });
    const { jobs } = await setUp();
    const none = await runJob('job_none', {
      jobs,
      work: never,
      discard: () => Promise.resolve(),
      announce: () => Promise.resolve(),
      millisecondsLeft: 1,
    });
    expect(none).toEqual({ kind: 'done' });
  });
});

describe('the lease of a running job', () => {
  /** Renewals in the hands of a test: each pause ends when the test says so. */
  function manualPauses() {
    const ends: (() => void)[] = [];
    const lengths: number[] = [];
    const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(new Error('over'));
          return;
        }
        lengths.push(milliseconds);
        ends.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('over')), { once: true });
      });
    const next = async (): Promise<void> => {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0), { timeout: 10_000 });
      ends.shift()?.();
    };
    return { pause, next, lengths };
  }

  it('lasts a minute, and is renewed while the work goes on', async () => {
    const { jobs, job, run, pass, now } = await setUp();
    const { pause, next, lengths } = manualPauses();
    const finish = Promise.withResolvers<StoredFile>();
    const renewed = vi.fn();
    const first = run(() => finish.promise, { pause, renewed });
    await next();
    expect(await jobs.find(job.id)).toMatchObject({ leaseUntil: now() + 60_000 });
    for (let renewals = 1; renewals <= 30; renewals += 1) {
      pass(20_000);
      await next();
      await vi.waitFor(() => expect(renewed).toHaveBeenCalledTimes(renewals + 1), { timeout: 10_000 });
      expect(await jobs.find(job.id)).toMatchObject({ leaseUntil: now() + 60_000, attempts: 1 });
      expect(await run(succeeds)).toMatchObject({ kind: 'leased' });
    }
    finish.resolve(newResult(job));
    expect(await first).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(new Set(lengths)).toEqual(new Set([20_000]));
  });

  it.each([
    ['was canceled', async (jobs: MemoryJobStore, id: string, now: number) => jobs.cancel(id, new Date(now))],
    [
      'was claimed by another worker',
      async (jobs: MemoryJobStore, id: string, now: number) => jobs.claim(id, now + 61_000, now + 121_000),
    ],
  ])('aborts the work when the job %s', async (_, loseLease) => {
    const { jobs, job, run, now } = await setUp();
    const { pause, next } = manualPauses();
    const report = vi.fn();
    const first = run((_job, _deadline, signal) => rejectionOf(signal), { pause, report });
    await loseLease(jobs, job.id, now());
    const before = await jobs.find(job.id);
    await next();
    expect(await first).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toEqual(before);
    expect(report).not.toHaveBeenCalled();
  });

  it('is renewed after the store recovered', async () => {
    const { jobs, job, run } = await setUp();
    const { pause, next, lengths } = manualPauses();
    const finish = Promise.withResolvers<StoredFile>();
    const renew = jobs.renew.bind(jobs);
    jobs.renew = () => Promise.reject(new Error('the table is down'));
    const report = vi.fn();
    const renewed = vi.fn();
    const first = run(() => finish.promise, { pause, report, renewed });
    await next();
    await vi.waitFor(() => expect(report).toHaveBeenCalledOnce(), { timeout: 10_000 });
    jobs.renew = renew;
    await next();
    await vi.waitFor(() => expect(renewed).toHaveBeenCalledOnce(), { timeout: 10_000 });
    expect(lengths).toEqual([20_000, 5_000, 20_000]);
    finish.resolve(newResult(job));
    expect(await first).toEqual({ kind: 'done' });
  });

  it('is not renewed any more once the attempt has released the job', async () => {
    const { jobs, job, run, now } = await setUp();
    const { pause, next } = manualPauses();
    const isRenewing = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const renew = jobs.renew.bind(jobs);
    jobs.renew = async (...given) => {
      isRenewing.resolve(undefined);
      await goOn.promise;
      return renew(...given);
    };
    const crash = Promise.withResolvers<StoredFile>();
    const first = run(() => crash.promise, { pause });
    await next();
    await isRenewing.promise;
    crash.reject(new Error('LibreOffice crashed'));
    goOn.resolve(undefined);
    expect(await first).toEqual({ kind: 'again', seconds: 5 });
    expect(await jobs.find(job.id)).toMatchObject({ leaseUntil: now() + 5_000 });
  });
});

/** Rejects when `signal` aborts. */
const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
  );

describe('the sweep', () => {
  it('sends a job whose submitter died before it did', async () => {
    const { jobs, queue, targets, job, now } = await setUp();
    expect(await sweepJobs(jobs, targets, now() + 29_000)).toEqual({ sent: 0, ended: 0, announced: 0 });
    expect(await sweepJobs(jobs, targets, now() + 31_000)).toEqual({ sent: 1, ended: 0, announced: 0 });
    expect(queue.sent).toEqual([job.id]);
    expect(await sweepJobs(jobs, targets, now() + 60_000)).toEqual({ sent: 0, ended: 0, announced: 0 });
  });

  it('sends a job again whose worker died, and fails it after the third attempt', async () => {
    const { jobs, targets, job, now } = await setUp();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const start = now() + attempt * 1_000_000;
      await jobs.claim(job.id, start, start + 100_000);
      expect(await sweepJobs(jobs, targets, start + 100_000)).toEqual({ sent: 0, ended: 0, announced: 0 });
      const after = await sweepJobs(jobs, targets, start + 106_000);
      expect(after).toEqual(
        attempt < 3 ? { sent: 1, ended: 0, announced: 0 } : { sent: 0, ended: 1, announced: 0 },
      );
    }
    expect(await jobs.find(job.id)).toMatchObject({ status: 'failed', error: { code: 'internal-error' } });
  });

  it('queues the webhook of a job whose worker died before it did, once', async () => {
    const webhook = newWebhook('https://example.com/', 'https://api.example.com');
    const { jobs, webhooks, targets, job, run, now } = await setUp({ webhook });
    const send = webhooks.send.bind(webhooks);
    webhooks.send = () => Promise.reject(new Error('no queue'));
    expect(await run(succeeds)).toEqual({ kind: 'done' });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', attempts: 1 });
    webhooks.send = send;
    expect(await sweepJobs(jobs, targets, now() + 29_000)).toEqual({ sent: 0, ended: 0, announced: 0 });
    expect(await sweepJobs(jobs, targets, now() + 31_000)).toEqual({ sent: 0, ended: 0, announced: 1 });
    expect(await sweepJobs(jobs, targets, now() + 90_000)).toEqual({ sent: 0, ended: 0, announced: 0 });
    expect(webhooks.sent).toEqual([job.id]);
  });

  it('fails a job that no worker started for a day', async () => {
    const { jobs, targets, job, now } = await setUp();
    await jobs.markEnqueued(job.id, new Date(now()));
    expect(await sweepJobs(jobs, targets, now() + 24 * 3600_000 + 1)).toEqual({
      sent: 0,
      ended: 1,
      announced: 0,
    });
    expect(await jobs.find(job.id)).toMatchObject({ status: 'failed' });
  });
});

describe('in any order of events', () => {
  type Step =
    | 'deliver'
    | 'crash'
    | 'time out'
    | 'crash converter'
    | 'hang'
    | 'fail'
    | 'cancel'
    | 'dead'
    | 'sweep'
    | 'wait'
    | 'delete'
    | 'enqueued';
  const steps = fc.array(
    fc.constantFrom<Step>(
      'deliver',
      'crash',
      'time out',
      'crash converter',
      'hang',
      'fail',
      'cancel',
      'dead',
      'sweep',
      'wait',
      'delete',
      'enqueued',
    ),
    { maxLength: 30 },
  );
  const order = { queued: 0, processing: 1, completed: 2, failed: 2, canceled: 2 };

  it('a status never goes back, a job ends once, and it does end', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const { jobs, queue, targets, job, run, pass, now } = await setUp();
        const hanging: (() => void)[] = [];
        let before = job;
        // Attempts that the document ended, and all attempts that started.
        let documentFaults = 0;
        let started = 0;
        const counted =
          (work: JobWork, fault: 0 | 1): JobWork =>
          (...given) => {
            started += 1;
            documentFaults += fault;
            return work(...given);
          };
        const check = async (): Promise<Job> => {
          const after = (await jobs.find(job.id)) ?? newJob();
          expect(order[after.status]).toBeGreaterThanOrEqual(order[before.status]);
          if (isTerminal(before.status))
            expect({ ...after, deletedAt: '' }).toEqual({ ...before, deletedAt: '' });
          expect(after.result !== undefined).toBe(after.status === 'completed');
          expect(after.error !== undefined).toBe(after.status === 'failed');
          // The document is blamed after exactly two faults of its own, and no attempt follows.
          const isBlamed = after.error?.code.startsWith('conversion-') ?? false;
          if (isBlamed) expect(documentFaults).toBe(2);
          if (documentFaults === 2 && hanging.length === 0) expect(isTerminal(after.status)).toBe(true);
          expect(documentFaults).toBeLessThanOrEqual(2);
          expect(started).toBeLessThanOrEqual(3);
          before = after;
          return after;
        };
        for (const step of plan) {
          if (step === 'deliver') await run(counted(succeeds, 0));
          if (step === 'crash') await run(counted(crashes, 0));
          if (step === 'time out') await run(counted(timesOut, 1));
          if (step === 'crash converter') await run(counted(crashesConverter, 1));
          if (step === 'fail')
            await run(counted(() => Promise.reject(new InputFault('damaged-document', 'is damaged')), 0));
          if (step === 'hang') {
            const hangs: JobWork = (running) =>
              new Promise((resolve) => hanging.push(() => resolve(newResult(running))));
            void run(counted(hangs, 0));
          }
          if (step === 'cancel') await jobs.cancel(job.id, new Date(now()));
          if (step === 'dead')
            await jobs.abandon(job.id, { code: 'internal-error', detail: 'x' }, new Date(now()));
          if (step === 'sweep') await sweepJobs(jobs, targets, now());
          if (step === 'wait') pass(90_000);
          if (step === 'delete') await jobs.markDeleted(job.id, new Date(now()));
          if (step === 'enqueued') await jobs.markEnqueued(job.id, new Date(now()));
          await check();
        }
        // Late workers finish. Then the sweep and its messages must end every job.
        for (const finish of hanging) finish();
        for (let round = 0; round < 6 && !isTerminal((await check()).status); round += 1) {
          pass(16 * 60_000);
          const sent = queue.sent.length;
          await sweepJobs(jobs, targets, now());
          if (queue.sent.length > sent) await run(crashes);
          pass(24 * 3600_000);
        }
        expect(isTerminal((await check()).status)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
