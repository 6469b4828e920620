import fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { Backlog } from '#lib/jobs/backlog.ts';
import { FairWorker, type FairWork } from '#lib/jobs/fair-worker.ts';
import { isClaimable, isTerminal, type Job } from '#lib/jobs/job.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';
import { VirtualTime } from '../../support/virtual-time.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const start = Date.parse('2026-01-01T00:00:00Z');
/** Of the office queue. */
const maxReceiveCount = 10;
const visibility = 12 * minutes;
const mostReceives = 3;

/** How the queue chooses among the visible messages. SQS guarantees no order. */
type Delivery = 'oldest' | 'newest' | 'random' | 'fair';

interface Message {
  jobId: string;
  owner: string;
  visibleAt: number;
  receives: number;
  sequence: number;
}

/** A standard queue with a dead-letter queue. */
class SimulatedQueue {
  messages: Message[] = [];
  readonly dead: Message[] = [];
  readonly #time: VirtualTime;
  readonly #delivery: Delivery;
  readonly #random: () => number;
  #count = 0;

  constructor(time: VirtualTime, delivery: Delivery, random: () => number) {
    this.#time = time;
    this.#delivery = delivery;
    this.#random = random;
  }

  send({ id, owner }: Pick<Job, 'id' | 'owner'>, delaySeconds = 0): Promise<void> {
    const visibleAt = this.#time.now + delaySeconds * seconds;
    this.messages.push({ jobId: id, owner, visibleAt, receives: 0, sequence: (this.#count += 1) });
    return Promise.resolve();
  }

  receive(): Message | undefined {
    const { now } = this.#time;
    const visible = this.messages.filter(({ visibleAt }) => visibleAt <= now);
    for (const message of visible.filter(({ receives }) => receives >= maxReceiveCount)) {
      this.dead.push(message);
      this.remove(message);
    }
    const left = visible.filter(({ receives }) => receives < maxReceiveCount);
    const message = this.#choose(left);
    if (!message) return undefined;
    message.receives += 1;
    message.visibleAt = now + visibility;
    return message;
  }

  #choose(visible: Message[]): Message | undefined {
    const byAge = visible.sort((one, other) => one.sequence - other.sequence);
    if (this.#delivery === 'newest') return byAge.at(-1);
    if (this.#delivery === 'random') return byAge[Math.floor(this.#random() * byAge.length)];
    if (this.#delivery === 'oldest') return byAge[0];
    const load = (owner: string): number =>
      this.messages.filter((message) => message.owner === owner && message.receives > 0).length;
    return byAge.sort((one, other) => load(one.owner) - load(other.owner))[0];
  }

  remove(message: Message): void {
    this.messages = this.messages.filter((other) => other !== message);
  }
}

interface Document {
  owner: string;
  submittedAt: number;
  /** Duration of its conversion, in milliseconds. */
  duration: number;
}

interface Plan {
  documents: Document[];
  workers: number;
  delivery: Delivery;
  seed: number;
  /** Numbers of the conversions, counted over all workers, during which the worker dies. */
  deaths: number[];
}

interface Conversion {
  jobId: string;
  owner: string;
  at: number;
  /** Running conversions of each owner at that moment, including this one, and the owners that waited. */
  inWork: Map<string, number>;
  waiting: Set<string>;
}

class Died extends Error {}

/** Runs all documents, with workers, queue and sweep as on AWS. Calls to the stores take up to 20 ms. */
async function simulate({ documents, workers, delivery, seed, deaths }: Plan) {
  let state = seed;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const time = new VirtualTime(start);
  const store = new MemoryJobStore();
  const queue = new SimulatedQueue(time, delivery, random);
  const conversions: Conversion[] = [];
  const running: { owner: string }[] = [];
  const ids: string[] = [];
  const call = (): Promise<void> => time.sleep(1 + random() * 19);

  const open = async (): Promise<Job[]> => {
    const jobs: Job[] = [];
    for await (const job of store.due(Infinity)) if (!isTerminal(job.status)) jobs.push(job);
    return jobs.sort((one, other) => (one.id < other.id ? -1 : 1));
  };
  const read = async (): Promise<Backlog> => {
    await call();
    const jobs = await open();
    const inWork = new Map<string, number>();
    for (const job of jobs) {
      if (!isClaimable(job, time.now)) inWork.set(job.owner, (inWork.get(job.owner) ?? 0) + 1);
    }
    const waiting = jobs.filter((job) => isClaimable(job, time.now));
    await call();
    return { running: inWork, waiting };
  };

  const submit = async ({ owner, submittedAt }: Document, index: number): Promise<void> => {
    await time.sleep(submittedAt);
    const { now } = time;
    const id = `job_${ulid(now)}`;
    ids[index] = id;
    const job = newJob({ id, owner, createdAt: new Date(now).toISOString() });
    await store.create(job);
    await queue.send(job);
    await store.markEnqueued(id, new Date(now));
  };

  const invoke = async (message: Message, fair: FairWorker, life: { over: boolean }): Promise<void> => {
    const living = new Proxy(store, {
      get: (target, name) => async (argument: never, other: never, third: never) => {
        await call();
        if (life.over) throw new Died();
        return (Reflect.get(target, name) as (...args: never[]) => unknown).call(
          target,
          argument,
          other,
          third,
        );
      },
    });
    const duration = (id: string): number => documents[ids.indexOf(id)]?.duration ?? 0;
    const run: FairWork['run'] = (jobId, claimed) =>
      runJob(jobId, {
        jobs: living,
        claimed,
        work: async (job) => {
          running.push(job);
          const inWork = new Map<string, number>();
          for (const { owner } of running) inWork.set(owner, (inWork.get(owner) ?? 0) + 1);
          const hasWaited = (each: Job): boolean =>
            isClaimable(each, time.now) && Date.parse(each.createdAt) < time.now - seconds;
          const waiting = new Set((await open()).filter(hasWaited).map(({ owner }) => owner));
          conversions.push({ jobId: job.id, owner: job.owner, at: time.now, inWork, waiting });
          const dies = deaths.includes(conversions.length);
          await time.sleep(duration(job.id) / (dies ? 2 : 1));
          running.splice(running.indexOf(job), 1);
          if (dies) life.over = true;
          return newResult(job);
        },
        discard: () => Promise.resolve(),
        announce: () => Promise.resolve(),
        millisecondsLeft: 2 * minutes,
        now: () => time.now,
      });
    let replaced = false;
    const outcome = await fair.work(message, {
      run,
      giveBack: async () => {
        await call();
        replaced = message.receives >= mostReceives;
        if (replaced) await queue.send({ id: message.jobId, owner: message.owner }, 1);
        else message.visibleAt = time.now + 1 * seconds;
      },
      sendAgain: (job, after) => queue.send(job, after),
      report: (error) => {
        throw error;
      },
    });
    if (life.over) throw new Died();
    if (outcome.kind === 'other' ? replaced : outcome.delivery.kind === 'done') queue.remove(message);
    else if (outcome.kind === 'own' && outcome.delivery.kind !== 'done') {
      message.visibleAt = time.now + outcome.delivery.seconds * seconds;
    }
  };

  const lastSubmission = start + Math.max(...documents.map(({ submittedAt }) => submittedAt));
  const isOver = async (): Promise<boolean> => {
    if (time.now <= lastSubmission || running.length > 0) return false;
    for await (const job of store.due(Infinity)) if (!isTerminal(job.status)) return false;
    return true;
  };
  /** Waits until there may be a message: one can be submitted or become visible at any moment. */
  const idle = (): Promise<void> => {
    const next = Math.min(time.now + minutes, ...queue.messages.map(({ visibleAt }) => visibleAt));
    return time.sleep(time.now <= lastSubmission ? 50 : Math.max(50, next - time.now));
  };
  const environment = async (): Promise<void> => {
    let fair = new FairWorker({ read }, store, () => time.now);
    while (!(await isOver())) {
      const message = queue.receive();
      if (!message) {
        await idle();
        continue;
      }
      const life = { over: false };
      await invoke(message, fair, life).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error;
        fair = new FairWorker({ read }, store, () => time.now);
      });
    }
  };
  const sweep = async (): Promise<void> => {
    const end = start + 12 * 60 * minutes;
    while (!(await isOver())) {
      if (time.now > end) throw new Error('There is no end to it');
      await time.sleep(1 * minutes);
      await sweepJobs(store, { queues: onlyQueue(queue), announce: () => Promise.resolve() }, time.now);
    }
  };
  await time.passUntil(
    Promise.all([...documents.map(submit), ...Array.from({ length: workers }, environment), sweep()]),
  );
  const jobs = await Promise.all(ids.map((id) => store.find(id)));
  return { jobs: jobs as Job[], ids, conversions, dead: queue.dead };
}

const delivery = fc.constantFrom<Delivery>('oldest', 'newest', 'random', 'fair');
const seed = fc.integer({ min: 1, max: 2_000_000_000 });
const duration = fc.integer({ min: 100, max: 5000 });
const ofOwner = (owner: string, count: number, submittedAt: number, each: number): Document[] =>
  Array.from({ length: count }, () => ({ owner, submittedAt, duration: each }));

/** Milliseconds that a worker takes at most from reading the backlog to claiming a job: five calls to stores. */
const decision = 100;

/** Documents of `noisy` that workers who could see the job started before it. */
function begunBefore(conversions: readonly Conversion[], job: Job | undefined): number {
  const submitted = Date.parse(job?.createdAt ?? '');
  const began = conversions.find(({ jobId }) => jobId === job?.id)?.at ?? Infinity;
  return conversions.filter(
    ({ owner, at }) => owner !== job?.owner && at > submitted + decision && at < began,
  ).length;
}

describe('two workers and an owner with 200 documents', { timeout: 120_000 }, () => {
  it('start a quiet job after at most one document, regardless of the delivery order of the queue', async () => {
    await fc.assert(
      fc.asyncProperty(
        delivery,
        seed,
        duration,
        fc.integer({ min: 2000, max: 20_000 }),
        async (order, with_, each, at) => {
          const documents = [...ofOwner('noisy', 200, 0, each), ...ofOwner('quiet', 1, at, each)];
          const plan = { documents, workers: 2, delivery: order, seed: with_, deaths: [] };
          const { jobs, conversions, dead } = await simulate(plan);
          expect(begunBefore(conversions, jobs.at(-1))).toBeLessThanOrEqual(1);
          expect(dead).toEqual([]);
          expect(conversions).toHaveLength(201);
        },
      ),
      { numRuns: 12, examples: [['random', 25, 107, 2000]] },
    );
  });

  it('serve all of them at once while no other key is waiting', async () => {
    const documents = ofOwner('noisy', 50, 0, 1000);
    const { conversions } = await simulate({
      documents,
      workers: 5,
      delivery: 'oldest',
      seed: 1,
      deaths: [],
    });
    const last = Math.max(...conversions.map(({ at }) => at));
    // Fifty documents of a second, five at a time, and the calls around them.
    expect(last - start).toBeLessThan(13_000);
    expect(Math.max(...conversions.map(({ inWork }) => inWork.get('noisy') ?? 0))).toBe(5);
  });
});

describe('owners with many documents each', { timeout: 120_000 }, () => {
  const owners = ['a', 'b', 'c'];
  const documents = fc
    .array(
      fc.record({
        owner: fc.constantFrom(...owners),
        submittedAt: fc.integer({ min: 0, max: 20_000 }),
        duration,
      }),
      { minLength: 20, maxLength: 60 },
    )
    .map((some) => [...some, ...ofOwner('a', 40, 0, 700)]);
  const plan = (mostDeaths: number): fc.Arbitrary<Plan> =>
    fc.record({
      documents,
      workers: fc.integer({ min: 2, max: 5 }),
      delivery,
      seed,
      deaths: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: mostDeaths }),
    });

  it('each run once, none lost, none as a dead letter', async () => {
    await fc.assert(
      fc.asyncProperty(plan(0), async (planned) => {
        const { jobs, conversions, dead } = await simulate(planned);
        expect(jobs.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
          jobs.map(() => 'completed 1'),
        );
        expect(conversions).toHaveLength(jobs.length);
        expect(dead).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('lose none when workers die while they convert documents', async () => {
    let deaths = 0;
    await fc.assert(
      fc.asyncProperty(plan(5), async (planned) => {
        const { jobs, conversions, dead } = await simulate(planned);
        deaths += conversions.length - jobs.length;
        for (const { status, attempts } of jobs) {
          // A document whose worker was killed three times is given up.
          if (attempts < 3) expect(status).toBe('completed');
        }
        expect(conversions.length).toBeLessThanOrEqual(jobs.length + new Set(planned.deaths).size);
        expect(dead).toEqual([]);
      }),
      { numRuns: 25 },
    );
    // Without deaths, the test would prove nothing.
    expect(deaths).toBeGreaterThan(15);
  });

  it('have at most half of the workers when they start a document while another owner waits', async () => {
    let contested = 0;
    let above = 0;
    await fc.assert(
      fc.asyncProperty(plan(0), async (planned) => {
        const { conversions } = await simulate(planned);
        for (const { owner, at, inWork, waiting } of conversions) {
          if (at < start + 2000 || ![...waiting].some((other) => other !== owner)) continue;
          contested += 1;
          if ((inWork.get(owner) ?? 0) > Math.ceil(planned.workers / 2)) above += 1;
        }
      }),
      { numRuns: 25 },
    );
    expect(contested).toBeGreaterThan(200);
    // Two workers that decide within the same milliseconds do not see each other. Without the rule, the share is a
    // third.
    expect(above).toBeLessThan(contested / 20);
  });
});
