import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { EgressFailed } from '#lib/engines/egress/errors.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Job } from '#lib/jobs/job.ts';
import { type MessageOutcome, type JobWork, runJob } from '#lib/jobs/run-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { deliverWebhook } from '#lib/webhooks/deliver-webhook.ts';
import { queueWebhook } from '#lib/webhooks/queue-webhook.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';
import type { WebhookEvent } from '#lib/api/responses/webhook-event.ts';
import { newWebhook } from '#lib/jobs/notification.ts';

const seconds = 1000;
const minutes = 60 * seconds;
/** The default schedule, over which simulated time passes quickly. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

class Killed extends Error {}

/**
 * Kills the caller of each call with one of these numbers, counted over all calls: before or after the call's effect.
 */
class Fate {
  readonly #killings: Map<number, 'before' | 'after'>;
  #calls = 0;
  killed = 0;

  constructor(killings: readonly (readonly [number, 'before' | 'after'])[]) {
    this.#killings = new Map(killings);
  }

  /** The methods of `port` for one life. A killed caller makes no further calls. */
  living<T extends object>(port: T, life: { over: boolean }): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          if (life.over) throw new Killed();
          const when = this.#killings.get(this.#calls++);
          if (when === 'before') this.#kill(life);
          const value: unknown = await (member as (...args: unknown[]) => unknown).apply(target, args);
          if (when === 'after') this.#kill(life);
          return value;
        };
      },
    });
  }

  #kill(life: { over: boolean }): never {
    life.over = true;
    this.killed += 1;
    throw new Killed();
  }
}

/** A standard queue: at-least-once delivery; a message is hidden while it is processed. */
class SimulatedQueue {
  readonly #visibility: number;
  readonly #world: { now: number };
  messages: { jobId: string; visibleAt: number }[] = [];

  constructor(world: { now: number }, visibility: number) {
    this.#world = world;
    this.#visibility = visibility;
  }

  send({ id }: Pick<Job, 'id'>): Promise<void> {
    this.messages.push({ jobId: id, visibleAt: this.#world.now });
    return Promise.resolve();
  }

  async receive(work: (jobId: string) => Promise<MessageOutcome>): Promise<void> {
    for (const message of this.messages.filter(({ visibleAt }) => visibleAt <= this.#world.now)) {
      message.visibleAt = this.#world.now + this.#visibility;
      const delivery = await work(message.jobId).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return undefined;
      });
      if (delivery?.kind === 'done') this.messages = this.messages.filter((other) => other !== message);
      if (delivery?.kind === 'again') message.visibleAt = this.#world.now + delivery.seconds * seconds;
    }
  }
}

interface Plan {
  /** The receiver's first responses; then 204. Null for no response. */
  responses: (number | null)[];
  killings: (readonly [number, 'before' | 'after'])[];
  /** Whether the document can be converted. */
  converts: boolean;
}

/** Runs one job with a webhook, with worker, sender and sweep as on AWS, until no work is left. */
async function simulate({ responses, killings, converts }: Plan) {
  const fate = new Fate(killings);
  const job = newJob({ webhook: newWebhook('https://example.com/', 'https://api.example.com') });
  const world = { now: Date.parse(job.createdAt) };
  const jobs = new MemoryJobStore();
  await jobs.create(job);
  const office = new SimulatedQueue(world, 12 * minutes);
  const webhooks = new SimulatedQueue(world, 3 * minutes);
  await office.send(job);
  const posts: { at: number; id: string; event: WebhookEvent; status: number | null }[] = [];
  const receiver = {
    post: (_: string, headers: Record<string, string>, body: string): Promise<number> => {
      const status = posts.length < responses.length ? (responses[posts.length] ?? null) : 204;
      const event = JSON.parse(body) as WebhookEvent;
      posts.push({ at: world.now, id: headers['webhook-id'] ?? '', event, status });
      return status === null
        ? Promise.reject(new EgressFailed('example.com', 'unreachable'))
        : Promise.resolve(status);
    },
  };
  const work: JobWork = (running) =>
    converts
      ? Promise.resolve(newResult(running))
      : Promise.reject(new InputFault('damaged-document', 'is damaged'));

  const runWorker = (jobId: string): Promise<MessageOutcome> => {
    const life = { over: false };
    const living = fate.living(jobs, life);
    const queue = fate.living(webhooks, life);
    return runJob(jobId, {
      jobs: living,
      work,
      discard: () => Promise.resolve(),
      announce: (ended) => queueWebhook(ended, living, queue),
      millisecondsLeft: 2 * minutes,
      now: () => world.now,
    }).then((delivery) => {
      // The result of a killed worker is ignored.
      if (life.over) throw new Killed();
      return delivery;
    });
  };
  const runSender = (jobId: string): Promise<MessageOutcome> => {
    const life = { over: false };
    const living = fate.living(jobs, life);
    return deliverWebhook(jobId, {
      jobs: living,
      deliveries: living,
      secrets: { find: () => Promise.resolve(`whsec_${Buffer.alloc(32).toString('base64')}`) },
      files: { present: ({ id }: StoredFile) => Promise.resolve({ id } as FileResponse) },
      post: (...args) => fate.living(receiver, life).post(...args),
      pauses,
      millisecondsLeft: 30 * seconds,
      now: () => world.now,
    });
  };
  const runSweep = async (): Promise<void> => {
    const life = { over: false };
    // Its list is read completely. A failure can only affect single jobs of it.
    const living = fate.living(jobs, life);
    const store = new Proxy(living, {
      get: (target, name) => (name === 'due' ? jobs.due.bind(jobs) : Reflect.get(target, name)) as unknown,
    });
    const targets = {
      queues: onlyQueue(fate.living(office, life)),
      announce: (job: Job) => queueWebhook(job, store, fate.living(webhooks, life)),
    };
    await sweepJobs(store, targets, world.now);
  };

  // The schedule, three attempts at the job, and the time that five killings can cost.
  const horizon = world.now + 2 * 24 * 60 * minutes;
  let nextSweep = world.now;
  const isDue = async (): Promise<boolean> => {
    for await (const _due of jobs.due(Infinity)) return true;
    return false;
  };
  for (;;) {
    if (world.now >= nextSweep) {
      await runSweep();
      nextSweep = world.now + minutes;
    }
    await office.receive(runWorker);
    await webhooks.receive(runSender);
    const next = [...office.messages, ...webhooks.messages].map(({ visibleAt }) => visibleAt);
    if (await isDue()) next.push(nextSweep);
    if (next.length === 0) break;
    world.now = Math.max(world.now + 1, Math.min(...next));
    if (world.now > horizon) throw new Error('There is no end to it');
  }
  const ended = (await jobs.find(job.id)) as Job & { webhook: NonNullable<Job['webhook']> };
  return { posts, ended, killed: fate.killed };
}

const responses = fc.array(fc.constantFrom(200 + 102, 400, 404, 500, 503, null), { maxLength: 10 });
const when = fc.constantFrom('before', 'after' as const);
const plan = (mostKillings: number): fc.Arbitrary<Plan> =>
  fc.record({
    responses,
    killings: fc.array(fc.tuple(fc.nat({ max: 30 }), when), { maxLength: mostKillings }),
    converts: fc.boolean(),
  });

describe('the end of a job is reported', () => {
  it('once, at the times of the schedule, if nothing is killed', async () => {
    await fc.assert(
      fc.asyncProperty(plan(0), async (planned) => {
        const { posts, ended } = await simulate(planned);
        const failures = Math.min(planned.responses.length, pauses.length + 1);
        const arrives = planned.responses.length <= pauses.length;
        expect(posts).toHaveLength(arrives ? failures + 1 : failures);
        expect(posts.filter(({ status }) => status === 204)).toHaveLength(arrives ? 1 : 0);
        const gaps = posts.slice(1).map(({ at }, index) => at - (posts[index]?.at ?? 0));
        expect(gaps).toEqual(pauses.slice(0, gaps.length).map((pause) => pause * seconds));
        expect(ended.webhook.deliveredAt !== undefined).toBe(arrives);
        expect(ended.webhook.attempts).toBe(posts.length);
      }),
      { numRuns: 200 },
    );
  });

  it('at least once while attempts are left, no matter which process is killed at which point', async () => {
    let killings = 0;
    await fc.assert(
      fc.asyncProperty(plan(5), async (planned) => {
        const { posts, ended, killed } = await simulate(planned);
        killings += killed;
        expect(['completed', 'failed']).toContain(ended.status);
        expect(posts.length).toBeLessThanOrEqual(pauses.length + 1);
        if (planned.responses.length + killed <= pauses.length) {
          expect(posts.map(({ status }) => status)).toContain(204);
        }
        // A receiver can recognize a duplicate, and never gets two different events.
        expect(new Set(posts.map(({ id }) => id)).size).toBeLessThanOrEqual(1);
        expect(new Set(posts.map(({ event }) => event.type)).size).toBeLessThanOrEqual(1);
        for (const { event } of posts) expect(event.type).toBe(`job.${ended.status}`);
        if (ended.webhook.deliveredAt) expect(posts.map(({ status }) => status)).toContain(204);
        // Even a killed attempt is followed by a pause, if only by that of the queue.
        const gaps = posts.slice(1).map(({ at }, index) => at - (posts[index]?.at ?? 0));
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(5 * seconds);
      }),
      { numRuns: 1000 },
    );
    // Without killings, the test would prove nothing.
    expect(killings).toBeGreaterThan(500);
  });
});
