import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileStore } from '#lib/files/file-store.ts';
import { type Job, partId, type ReadyJob } from '#lib/jobs/job.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { discardParts, type NewPart, partsOf, reportPart, startParts } from '#lib/jobs/parts.ts';
import { awaitsParts, runJob, type WorkWithParts } from '#lib/jobs/run-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';

const newPart = (index: number): NewPart => ({
  index,
  field: `files[${index}]`,
  type: 'to-pdf',
  queue: 'office',
  inputs: [],
  fileName: '',
  options: {},
});

async function setUp(jobs: JobStore = new MemoryJobStore()) {
  const queue = new MemoryJobQueue();
  const discarded: string[] = [];
  const files: Pick<FileStore, 'discard'> = {
    discard: (_, id) => Promise.resolve(void discarded.push(id)),
  };
  const job = newJob({ type: 'to-pdf', queue: 'pdf' });
  await jobs.create(job);
  const claim = async (): Promise<ReadyJob> => {
    const claimed = await jobs.claim(job.id, Date.now(), Date.now() + 60_000);
    if (claimed.kind !== 'claimed') throw new Error(`The job is ${claimed.kind}`);
    return claimed.job as ReadyJob;
  };
  const start = async (indices: readonly number[]) =>
    startParts(await claim(), indices.map(newPart), { jobs, files, queues: onlyQueue(queue) });
  const end = async (index: number, status: 'completed' | 'failed' = 'completed') => {
    const id = partId(job.id, index);
    await jobs.claim(id, Date.now(), Date.now() + 60_000);
    const attempt = { jobId: id, attempt: 1 };
    const part = await jobs.find(id);
    if (!part) throw new Error('There is no such part');
    if (status === 'completed') await jobs.complete(attempt, newResult(part), new Date());
    else await jobs.fail(attempt, { code: 'damaged-document', detail: 'It is damaged.' }, new Date());
    await reportPart({ ...part, status }, { jobs, queue });
  };
  const resumed = () => queue.sent.filter((id) => id === job.id).length;
  return { jobs, job, queue, files, discarded, claim, start, end, resumed };
}

describe('a job with parts', () => {
  it('waits until the last part has ended', async () => {
    const { jobs, job, queue, start, end, resumed } = await setUp();
    expect(await start([0, 2])).toBe(true);
    expect(queue.sent).toEqual([partId(job.id, 0), partId(job.id, 2)]);
    const message = await runJob(job.id, {
      jobs,
      work: () => Promise.reject(new Error('The job was claimed')),
      discard: () => Promise.resolve(),
      announce: () => Promise.resolve(),
      millisecondsLeft: 100_000,
    });
    expect(message).toEqual({ kind: 'done' });
    await end(2);
    expect(resumed()).toBe(0);
    await end(0);
    expect(resumed()).toBe(1);
    expect(await jobs.claim(job.id, Date.now(), Date.now() + 1000)).toMatchObject({
      kind: 'claimed',
      job: { attempts: 2, parts: { indices: [0, 2], attempt: 1 } },
    });
  });

  it('goes on at once when a part fails', async () => {
    const { start, end, resumed } = await setUp();
    await start([0, 1, 2]);
    await end(1, 'failed');
    expect(resumed()).toBe(1);
  });

  it('goes on when its parts ended before it waited', async () => {
    const { jobs, job, claim, start, end, resumed, files, queue } = await setUp();
    await start([0]);
    await end(0);
    expect(resumed()).toBe(1);
    // An attempt that had started the same part, and was slower.
    await startParts(await claim(), [newPart(0)], { jobs, files, queues: onlyQueue(queue) });
    expect(resumed()).toBe(2);
    expect(queue.sent.filter((id) => id === partId(job.id, 0))).toHaveLength(1);
  });

  it('goes on when its parts ended before it waited, and its worker died then', async () => {
    const { jobs, job, claim, end, resumed, queue } = await setUp();
    const { attempts: attempt } = await claim();
    await jobs.create(newJob({ id: partId(job.id, 0), parent: { id: job.id, index: 0, field: 'files[0]' } }));
    await end(0);
    const now = Date.now();
    await jobs.awaitParts({ jobId: job.id, attempt }, [0], { until: now + 9_000_000, due: now + 30_000 });
    const sweep = (at: number) =>
      sweepJobs(jobs, { queues: onlyQueue(queue), announce: () => Promise.resolve() }, at);
    await sweep(now + 29_000);
    expect(resumed()).toBe(0);
    expect(await sweep(now + 31_000)).toMatchObject({ sent: 1 });
    expect(resumed()).toBe(1);
  });

  it('is resumed once, however often the end of a part is reported', async () => {
    const { jobs, job, queue, start, end, resumed } = await setUp();
    await start([0]);
    await end(0);
    const part = await jobs.find(partId(job.id, 0));
    if (!part) throw new Error('There is no such part');
    await reportPart(part, { jobs, queue });
    expect(resumed()).toBe(1);
  });

  it('starts no parts after it was canceled', async () => {
    const { jobs, job, claim, files, queue } = await setUp();
    const claimed = await claim();
    await jobs.cancel(job.id, new Date());
    expect(await startParts(claimed, [newPart(0)], { jobs, files, queues: onlyQueue(queue) })).toBe(false);
    expect(await jobs.find(partId(job.id, 0))).toBeUndefined();
  });

  it('cancels the parts that it started when it is canceled meanwhile', async () => {
    const { jobs, job, claim, files } = await setUp();
    const queue = { send: () => jobs.cancel(job.id, new Date()).then(() => undefined) };
    const targets = { jobs, files, queues: onlyQueue(queue) };
    expect(await startParts(await claim(), [newPart(0)], targets)).toBe(false);
    expect(await jobs.find(partId(job.id, 0))).toMatchObject({ status: 'canceled' });
  });

  it('discards the results of its parts, and cancels those that have not ended', async () => {
    const { jobs, job, files, discarded, start, end } = await setUp();
    await start([0, 1]);
    await end(0);
    await discardParts((await jobs.find(job.id)) ?? job, { jobs, files });
    const ids = [0, 1].map((index) => partId(job.id, index).replace('job_', 'file_'));
    expect(discarded).toEqual(ids);
    expect(await jobs.find(partId(job.id, 1))).toMatchObject({ status: 'canceled' });
  });
});

/** Functions that run one after another, some of which die at a call of a store or a queue. */
class Functions {
  #count = 0;
  #current = { isDead: false };
  readonly #deaths: ReadonlySet<number>;

  /** @param deaths places in the order of all calls: before a call, or after it */
  constructor(deaths: ReadonlySet<number>) {
    this.#deaths = deaths;
  }

  /** Runs a function. Returns undefined if it died. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.#current = { isDead: false };
    try {
      const result = await work();
      return this.#current.isDead ? undefined : result;
    } catch (error) {
      if (this.#current.isDead) return undefined;
      throw error;
    }
  }

  /** The calls of a store or a queue as a function makes them. A dead one makes none. */
  calling<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'due') return value.bind(target) as unknown;
        return async (...given: unknown[]): Promise<unknown> => {
          this.#step();
          const result = (await value.apply(target, given)) as unknown;
          this.#step();
          return result;
        };
      },
    });
  }

  #step(): void {
    if (this.#deaths.has((this.#count += 1))) this.#current.isDead = true;
    if (this.#current.isDead) throw new Error('The function died');
  }
}

it('completes once with every part, in whatever order functions run and die', async () => {
  const run = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    // A third death can be the third attempt at the same job, which is then given up.
    fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 2 }),
    fc.array(fc.nat(20), { minLength: 20, maxLength: 20 }),
    async (count, deaths, picks) => {
      const store = new MemoryJobStore();
      const functions = new Functions(new Set(deaths));
      const jobs = functions.calling(store);
      const sent = new MemoryJobQueue();
      const queue = functions.calling(sent);
      const files = { discard: () => Promise.resolve() };
      const job = newJob({ type: 'to-pdf', queue: 'pdf' });
      await store.create(job);
      await sent.send(job);
      const indices = Array.from({ length: count }, (_, index) => index);
      let now = Date.parse(job.createdAt);
      const assembled: string[][] = [];
      const work: WorkWithParts = async (own) => {
        if (own.parent) return newResult(own);
        const parts = await partsOf(own, jobs);
        if (parts.length < count || parts.some(({ status }) => status !== 'completed')) {
          await startParts(own as ReadyJob, indices.map(newPart), { jobs, files, queues: onlyQueue(queue) });
          return awaitsParts;
        }
        assembled.push(parts.map(({ status }) => status));
        return newResult(own);
      };
      const announce = (ended: Job) => reportPart(ended, { jobs, queue });
      const deliver = async (id: string): Promise<void> => {
        const options = { jobs, work, announce, millisecondsLeft: 100_000, now: () => now };
        const outcome = await functions.run(() =>
          runJob(id, { ...options, discard: () => Promise.resolve() }),
        );
        // The queue delivers the message of a dead function again.
        if (outcome?.kind !== 'done') sent.sent.push(id);
      };
      for (let turn = 0; turn < 200; turn += 1) {
        now += 10_000;
        const [id] = sent.sent.splice((picks[turn % picks.length] ?? 0) % Math.max(1, sent.sent.length), 1);
        if (id !== undefined) await deliver(id);
        if (turn % 5 === 4) {
          now += 100_000;
          await functions.run(() => sweepJobs(jobs, { queues: onlyQueue(queue), announce }, now));
        }
        if ((await store.find(job.id))?.status === 'completed' && sent.sent.length === 0) break;
      }
      expect(await store.find(job.id)).toMatchObject({ status: 'completed', result: newResult(job) });
      for (const index of indices)
        expect(await store.find(partId(job.id, index))).toMatchObject({ status: 'completed' });
      expect(assembled.at(-1)).toEqual(indices.map(() => 'completed'));
    },
  );
  await fc.assert(run, { numRuns: 300 });
});
