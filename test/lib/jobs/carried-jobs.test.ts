import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GivenFile, InputFile } from '#lib/files/input-file.ts';
import type { InputStore, StoredInput } from '#lib/files/input-store.ts';
import {
  carriedJobOf,
  carriedKeyOf,
  carriedRun,
  keepCarried,
  runsFromMessage,
} from '#lib/jobs/carried-jobs.ts';
import { isTerminal, type Job, timeOfJob } from '#lib/jobs/job.ts';
import { type CarriedJob, carriedMessageOf, messageOf, readJobMessage } from '#lib/jobs/job-message.ts';
import { deleteJob } from '#lib/jobs/read-job.ts';
import { type MessageOutcome, runJob } from '#lib/jobs/run-job.ts';
import { acceptJob, type JobRequest } from '#lib/jobs/submit-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';

const content = Buffer.from('a document');
const document = (bytes = content): InputFile => ({
  field: 'file',
  fileName: 'a.docx',
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

/** Objects in memory. */
class MemoryInputs implements Pick<InputStore, 'store' | 'delete'> {
  readonly objects = new Map<string, Buffer>();

  store(owner: string, id: string, { source }: InputFile): Promise<StoredInput> {
    const key = `inputs/${owner}/${id}`;
    if (source.kind === 'inline') this.objects.set(key, source.bytes);
    return Promise.resolve({ key, eTag: '"1"' });
  }

  delete({ key }: { key: string }): Promise<void> {
    this.objects.delete(key);
    return Promise.resolve();
  }
}

const request = (overrides: Partial<JobRequest> = {}): JobRequest => ({
  principal: { keyId: 'key_me', plan: 'pro' },
  type: 'docx-to-pdf',
  inputs: [document()],
  fileName: 'a.pdf',
  options: { quality: 90 },
  carries: true,
  ...overrides,
});

function setUp() {
  const jobs = new MemoryJobStore();
  const inputs = new MemoryInputs();
  const queue = new MemoryJobQueue();
  const openJobsCap = { free: 9, pro: 9, business: 9 };
  const stores = { activity: new MemoryActivity(), jobs, inputs, queue, openJobsCap };
  return { jobs, inputs, queue, stores: { ...stores, queueName: 'office' as const } };
}

const carriedFrom = ({ carried: [first] }: MemoryJobQueue): CarriedJob => {
  if (!first) throw new Error('No job was carried');
  return first;
};

describe('a job that its caller waits for', () => {
  it('travels in its message, and nothing of it is stored', async () => {
    const { jobs, inputs, queue, stores } = setUp();
    const { job } = await acceptJob(request(), stores);
    expect(await jobs.find(job.id)).toBeUndefined();
    expect(inputs.objects.size).toBe(0);
    const message = readJobMessage(carriedMessageOf(carriedFrom(queue)));
    expect(message).toMatchObject({
      jobId: job.id,
      carried: { content, job: { status: 'queued', inputs: [{ fileName: 'a.docx', size: content.length }] } },
    });
  });

  it('is stored before its client learns its id', async () => {
    const { jobs, inputs, stores } = setUp();
    const { job, confirm } = await acceptJob(request(), stores);
    await confirm();
    const key = carriedKeyOf(job);
    expect(await jobs.find(job.id)).toMatchObject({ status: 'queued', inputs: [{ key }] });
    expect(inputs.objects.get(key)).toEqual(content);
  });

  it('is stored if its message may not have been sent, and the sweep sends it', async () => {
    const { jobs, queue, stores } = setUp();
    const broken = Object.assign(new MemoryJobQueue(), { carry: () => Promise.reject(new Error('down')) });
    const { job } = await acceptJob(request(), { ...stores, queue: broken });
    expect(job.carried).toBeUndefined();
    const later = Date.parse(job.createdAt) + 31_000;
    await sweepJobs(jobs, { queues: onlyQueue(queue), announce: () => Promise.resolve() }, later);
    expect(queue.sent).toEqual([job.id]);
  });

  it('is stored by a repeated submission if the first one died', async () => {
    const { jobs, queue, inputs, stores } = setUp();
    const resourceId = '01JABCDEFGHJKMNPQRSTVWXYZ0';
    const { job } = await acceptJob(request({ resourceId }), stores);
    await jobs.claimCarried(carriedFrom(queue).job, 0, 60_000);
    const again = await acceptJob(request({ resourceId }), stores);
    expect(again.job.id).toBe(job.id);
    await again.confirm();
    expect(inputs.objects.size).toBe(1);
    const record = await jobs.find(job.id);
    expect(record).toMatchObject({ status: 'processing', attempts: 1, options: request().options });
    expect(record).not.toHaveProperty('carried');
    expect(queue.carried).toHaveLength(1);
  });

  it.each<[string, Partial<JobRequest>]>([
    ['does not say so', { carries: false }],
    ['has secrets', { secrets: { protect: { userPassword: 'x' } } }],
    ['has a password', { passwords: ['x'] }],
    ['has a webhook', { webhook: { url: 'https://a.example', baseUrl: 'https://b.example' } }],
    ['is delivered', { deliverTo: 'https://a.example' }],
    ['has a URL', { inputs: [{ field: 'file', url: 'https://a.example' }] }],
    ['has two files', { inputs: [document(), { ...document(), field: 'fonts[0]' }] }],
    ['is large', { inputs: [document(Buffer.alloc(200_000))] }],
    ['has long options', { options: { header: 'x'.repeat(260_000) } }],
  ])('is stored at once if it %s', async (_, overrides) => {
    const { jobs, queue, stores } = setUp();
    const { job } = await acceptJob(request(overrides), stores);
    expect(await jobs.find(job.id)).toMatchObject({ status: 'queued' });
    expect(queue.carried).toHaveLength(0);
  });
});

it('a message is at most as large as SQS accepts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fc.string(), (size, fileName) => {
      const { inputs: _, ...job } = newJob({ fileName });
      const carried = carriedJobOf(job, [document(Buffer.alloc(size))]);
      if (carried) expect(Buffer.byteLength(carriedMessageOf(carried))).toBeLessThan(256 * 1024);
      else expect(size).toBeGreaterThan(180_000);
    }),
  );
});

it('runs from its message at the first receive alone, and only while it is young', () => {
  const { inputs: _, ...job } = newJob();
  const carried = carriedJobOf(job, [document()]);
  if (!carried) throw new Error('The job is not carried');
  const created = Date.parse(timeOfJob(job.id));
  expect(runsFromMessage(carried, 1, created + 999)).toBe(true);
  expect(runsFromMessage(carried, 1, created + 1_000)).toBe(false);
  expect(runsFromMessage(carried, 2, created)).toBe(false);
});

it('is dropped when its message returns after a day and nothing was accepted', async () => {
  const { jobs, inputs, queue, stores } = setUp();
  const { job } = await acceptJob(request(), stores);
  const day = 24 * 3600_000;
  await keepCarried(carriedFrom(queue), { jobs, inputs }, Date.parse(job.createdAt) + day);
  expect(await jobs.find(job.id)).toBeUndefined();
});

it('leaves no input behind when it ended before it was stored', async () => {
  const { jobs, inputs, queue, stores } = setUp();
  const { job } = await acceptJob(request(), stores);
  const carried = carriedFrom(queue);
  await jobs.claimCarried(carried.job, 0, 60_000);
  const storing = Object.assign(Object.create(inputs) as MemoryInputs, {
    store: async (...given: Parameters<MemoryInputs['store']>) => {
      await jobs.complete({ jobId: job.id, attempt: 1 }, newResult(job), new Date());
      return inputs.store(...given);
    },
  });
  await keepCarried(carried, { jobs, inputs: storing });
  expect(inputs.objects.size).toBe(0);
});

it('has no input after its deletion, although it was stored when it had ended', async () => {
  const { jobs, inputs, queue, stores } = setUp();
  const { job, confirm } = await acceptJob(request(), stores);
  await jobs.claimCarried(carriedFrom(queue).job, 0, 60_000);
  await jobs.complete({ jobId: job.id, attempt: 1 }, newResult(job), new Date());
  await confirm();
  expect(inputs.objects.size).toBe(1);
  const files = { discard: () => Promise.resolve() } as never;
  const ended = await jobs.find(job.id);
  if (ended) await deleteJob(ended, { jobs, inputs: inputs as never, files });
  expect(inputs.objects.size).toBe(0);
});

describe('a job that runs from its message', () => {
  /** Runs a carried job, and returns its record after that. */
  async function run(work: (job: Job) => Promise<ReturnType<typeof newResult>>) {
    const { jobs, inputs, queue, stores } = setUp();
    const { job } = await acceptJob(request(), stores);
    const carrying = { jobs, inputs, held: vi.fn(), report: vi.fn() };
    const outcome = await runJob(job.id, {
      jobs,
      ...carriedRun(carriedFrom(queue), work, carrying),
      discard: () => Promise.resolve(),
      announce: () => Promise.resolve(),
      millisecondsLeft: 100_000,
    });
    return { outcome, record: await jobs.find(job.id), ...carrying };
  }

  it('has its document and its options, and stores neither', async () => {
    const seen: unknown[] = [];
    const { record, inputs, held } = await run(async (job) => {
      const [input] = job.inputs as StoredInput[];
      seen.push(await input?.content, job.options);
      return newResult(job);
    });
    expect(seen).toEqual([content, request().options]);
    expect(record).toMatchObject({ status: 'completed', inputs: [{ fileName: 'a.docx' }] });
    expect(inputs.objects.size).toBe(0);
    expect(held).not.toHaveBeenCalled();
  });

  it('is stored before it is released for another attempt', async () => {
    const { outcome, record } = await run(() => Promise.reject(new Error('The service failed')));
    expect(outcome).toEqual({ kind: 'again', seconds: 5 });
    expect(record).toMatchObject({
      inputs: [{ key: expect.any(String) as string }],
      options: request().options,
    });
    expect(record).not.toHaveProperty('carried');
  });

  it('is stored, and its message hidden, when its work takes longer than a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { held, inputs, record } = await run((job) => {
        vi.advanceTimersByTime(1_000);
        return Promise.resolve(newResult(job));
      });
      expect(held).toHaveBeenCalledOnce();
      expect(inputs.objects.size).toBe(1);
      expect(record).toMatchObject({ status: 'completed', inputs: [{ key: expect.any(String) as string }] });
    } finally {
      vi.useRealTimers();
    }
  });
});

/** A message in a queue of SQS. Times in milliseconds. */
interface Message {
  body: string;
  receives: number;
  visibleAt: number;
}

/** What happens next. */
type Step = 'deliver' | 'deliver twice' | 'sweep' | 'confirm' | 'respond' | 'work long' | 'pass';

describe('in whatever order endpoint, workers and sweep run and die', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const steps = fc.array(
    fc.constantFrom<Step>(
      'deliver',
      'deliver',
      'deliver twice',
      'sweep',
      'confirm',
      'respond',
      'work long',
      'pass',
    ),
    { minLength: 3, maxLength: 14 },
  );
  /** The calls to stores after which the endpoint, and each worker, dies. */
  const lives = fc.record({
    endpoint: fc.oneof(fc.constant(Infinity), fc.nat(12)),
    workers: fc.array(fc.oneof(fc.constant(Infinity), fc.nat(9)), { maxLength: 2 }),
  });

  it('it ends once, with its document', async () => {
    const property = fc.asyncProperty(
      steps,
      lives,
      fc.nat(2),
      fc.scheduler(),
      async (plan, { endpoint, workers }, faults, scheduler) => {
        const { jobs, inputs, stores } = setUp();
        const messages: Message[] = [];
        let now = 0;
        let ends = 0;
        // A third attempt that dies or fails is the last.
        let left = Math.min(faults, 2 - workers.filter(Number.isFinite).length);
        const send = (body: string): Promise<void> => {
          messages.push({ body, receives: 0, visibleAt: now });
          return Promise.resolve();
        };
        const queue = {
          send: ({ id }: Pick<Job, 'id'>) => send(messageOf(id)),
          carry: (carried: CarriedJob) => send(carriedMessageOf(carried)),
        };
        for (const name of ['complete', 'fail'] as const) {
          const end = jobs[name].bind(jobs) as (...given: unknown[]) => Promise<boolean>;
          jobs[name] = async (...given: unknown[]) => {
            const ended = await end(...given);
            if (ended) ends += 1;
            return ended;
          };
        }
        /** The calls of a function to a store: in any order with those of others, and none after its death. */
        const calling = <T extends object>(port: T, life: { calls: number }): T =>
          new Proxy(port, {
            get: (target, name) => {
              const value: unknown = Reflect.get(target, name);
              if (typeof value !== 'function' || name === 'due')
                return typeof value === 'function' ? (value.bind(target) as unknown) : value;
              const isAlive = (): boolean => (life.calls -= 1) >= 0;
              const death = new Promise<never>(() => undefined);
              return async (...given: unknown[]): Promise<unknown> => {
                await scheduler.schedule(Promise.resolve());
                if (!isAlive()) return death;
                const result = (await value.apply(target, given)) as unknown;
                return isAlive() ? result : death;
              };
            },
          });

        const front = { calls: endpoint };
        const own = {
          ...stores,
          jobs: calling(jobs, front),
          inputs: calling(inputs, front),
          queue: calling(queue, front),
        };
        const accepted = acceptJob(request(), own);
        let known: string | undefined;
        const confirm = async (): Promise<void> => {
          const { job, confirm: store } = await accepted;
          const current = (await own.jobs.find(job.id)) ?? job;
          if (current.carried && current.status === 'queued') await store();
        };
        const respond = async (): Promise<void> => {
          const { job, confirm: store } = await accepted;
          const current = (await own.jobs.find(job.id)) ?? job;
          if (current.carried && !isTerminal(current.status)) await store();
          known = job.id;
        };
        let isLong = false;
        const work = (back: { calls: number }) => async (job: Job) => {
          await scheduler.schedule(Promise.resolve());
          const [input] = job.inputs as (StoredInput & GivenFile)[];
          const given = input?.content ? await input.content : inputs.objects.get(input?.key ?? '');
          expect(given).toEqual(content);
          expect(job.options).toEqual(request().options);
          if (isLong) {
            now += 1_000;
            vi.advanceTimersByTime(1_000);
            await scheduler.schedule(Promise.resolve());
          }
          if (back.calls < 0) await new Promise<never>(() => undefined);
          if (left > 0) {
            left -= 1;
            throw new Error('The service failed');
          }
          return newResult(job);
        };
        const pause = (_: number, signal: AbortSignal): Promise<never> =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('ended'))),
          );

        const receive = async (message: Message, calls: number): Promise<void> => {
          const back = { calls };
          const dying = { jobs: calling(jobs, back), inputs: calling(inputs, back) };
          message.receives += 1;
          message.visibleAt = now + 120_000;
          const hide = (): void => void (message.visibleAt = now + 65_000);
          const { jobId, carried } = readJobMessage(message.body);
          const direct =
            carried && runsFromMessage(carried, message.receives, started + now) ? carried : undefined;
          if (!direct) hide();
          if (carried && !direct) await keepCarried(carried, dying, started + now);
          const options = {
            jobs: dying.jobs,
            work: work(back),
            discard: () => Promise.resolve(),
            announce: () => Promise.resolve(),
            millisecondsLeft: 100_000,
            now: () => started + now,
            pause,
          };
          const carrying = { ...dying, held: hide, report: () => undefined };
          const outcome = await runJob(jobId, {
            ...options,
            ...(direct ? carriedRun(direct, options.work, carrying) : {}),
          }).catch((): MessageOutcome => ({ kind: 'again', seconds: 5 }));
          if (outcome.kind === 'done') messages.splice(messages.indexOf(message), 1);
          else message.visibleAt = now + outcome.seconds * 1000;
        };
        /** Delivers a message; at times one that another worker has. */
        const deliver = (isVisible: boolean, calls: number): Promise<void> | undefined => {
          const message = messages.find(({ visibleAt }) => !isVisible || visibleAt <= now);
          return message && receive(message, calls);
        };
        const sweep = (): Promise<unknown> =>
          sweepJobs(jobs, { queues: onlyQueue(queue), announce: () => Promise.resolve() }, started + now);

        const settle = async (): Promise<void> => {
          for (let idle = 0; idle < 2;) {
            await turn();
            if (scheduler.count() === 0) idle += 1;
            else {
              idle = 0;
              await scheduler.waitNext(1);
            }
          }
        };
        const some = async (): Promise<void> => {
          for (let calls = 0; calls < 3; calls += 1) {
            await turn();
            if (scheduler.count() > 0) await scheduler.waitNext(1);
          }
        };
        const check = async (): Promise<void> => {
          expect(ends).toBeLessThanOrEqual(1);
          // What the sweep finds can run by its id alone.
          for await (const { inputs: found } of jobs.due(Infinity)) {
            for (const input of found) expect('key' in input && inputs.objects.has(input.key)).toBe(true);
          }
          if (known !== undefined) expect(await jobs.find(known)).toBeDefined();
        };

        await some();
        const started = Date.now();
        for (const step of plan) {
          isLong = step === 'work long';
          const calls = step.startsWith('deliver') ? (workers.pop() ?? Infinity) : Infinity;
          if (step === 'deliver' || step === 'deliver twice' || isLong)
            void deliver(step !== 'deliver twice', calls);
          if (step === 'sweep') await sweep();
          if (step === 'confirm') void confirm();
          if (step === 'respond') void respond();
          if (step === 'pass') now += 40_000;
          await some();
          await check();
        }
        await settle();
        isLong = false;
        const wasSent = messages.length > 0 || ends > 0 || known !== undefined;
        for (let round = 0; round < 12; round += 1) {
          now += 130_000;
          await sweep();
          for (const { visibleAt } of [...messages]) if (visibleAt <= now) void deliver(true, Infinity);
          await settle();
          await check();
        }
        const id = known ?? (wasSent ? (await Promise.race([accepted, turn()]))?.job.id : undefined);
        if (id === undefined) return;
        const job = await jobs.find(id);
        expect(job).toMatchObject({ status: 'completed', result: { size: 10 } });
        expect(ends).toBe(1);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });
});
