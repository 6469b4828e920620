import { type BacklogReader, jobsBefore, type WaitingJob } from './backlog.ts';
import { timeOfId } from '../base/identifiers.ts';
import { timed } from '../base/observability/work.ts';
import { isClaimable } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Delivery } from './run-job.ts';

/** A job's message as a worker received it. */
export interface ReceivedMessage {
  jobId: string;
  /** The message's tenant. Undefined for a message that was sent without one. */
  owner: string | undefined;
}

/** What a worker does with jobs and with the message that it received. */
export interface FairWork {
  /** Runs a job. Calls `claimed` when it has the job, before it starts to work. */
  run(jobId: string, claimed: () => Promise<void>): Promise<Delivery>;
  /** Puts the received message back, so that it soon comes to another worker. */
  giveBack(): Promise<void>;
  /** Sends the message of a job that must be tried again. */
  sendAgain(job: WaitingJob, seconds: number): Promise<void>;
  /** Learns what failed on the way; it is made up for by the visibility timeout and the sweep. */
  report(error: unknown): void;
}

/** What became of the received message. */
export type Outcome =
  | { kind: 'own'; delivery: Delivery }
  /** It was given back, and the job of another owner was run in its place. */
  | { kind: 'other'; ran: WaitingJob };

/** A job that is younger has not waited: a worker was free for it. Milliseconds. */
const noWait = 1_000;
/** Jobs of other owners that are looked at in one turn and turn out to be taken. */
const mostTaken = 5;
/** Owners that a worker remembers having served. */
const mostRemembered = 1_000;

/**
 * Runs jobs so that no owner delays another. A message only says that there is work. When the job behind it has waited,
 * the worker looks at the waiting and the running jobs. If it is another owner's turn (`jobsBefore`), it claims
 * that owner's oldest job, gives the message back and runs the claimed job in its place; that job's own message finds
 * it taken or ended, as a message that comes twice does.
 *
 * - A quiet owner's job begins with the next worker that becomes free, in whatever order the queue delivers.
 * - An owner that is alone has all workers.
 * - A message is given back only by a worker that runs another job in its place. So each invocation makes progress, and
 *   nothing waits for ever. No attempt is counted.
 * - Nothing is written to find out. A job that has not waited costs no read either.
 * - Two workers may decide at the same time. The claim lets one of them have the job, and the other goes on to the next.
 *   Two that start together on an owner's documents know by `lastServed` that it is another one's turn.
 */
export class FairWorker {
  readonly #backlog: BacklogReader;
  readonly #jobs: Pick<JobStore, 'find'>;
  readonly #now: () => number;
  readonly #lastServed = new Map<string, number>();

  constructor(backlog: BacklogReader, jobs: Pick<JobStore, 'find'>, now: () => number = Date.now) {
    this.#backlog = backlog;
    this.#jobs = jobs;
    this.#now = now;
  }

  async work(message: ReceivedMessage, work: FairWork): Promise<Outcome> {
    for (const job of await this.#jobsBefore(message, work)) {
      const claim = { isMade: false };
      const delivery = await work.run(job.id, async () => {
        claim.isMade = true;
        this.#serve(job.owner);
        await work.giveBack().catch((error: unknown) => work.report(error));
      });
      // Otherwise another worker was faster.
      if (!claim.isMade) continue;
      if (delivery.kind === 'again') {
        // Its own message may be hidden until the lease of this attempt would have ended.
        await work.sendAgain(job, delivery.seconds).catch((error: unknown) => work.report(error));
      }
      return { kind: 'other', ran: job };
    }
    const delivery = await work.run(message.jobId, () => {
      if (message.owner !== undefined) this.#serve(message.owner);
      return Promise.resolve();
    });
    return { kind: 'own', delivery };
  }

  /** The jobs to try before that of the message. Empty when they cannot be found out: fairness must not stop work. */
  async #jobsBefore({ jobId, owner }: ReceivedMessage, work: FairWork): Promise<WaitingJob[]> {
    const now = this.#now();
    const hasWaited = now - (timeOfId('job', jobId) ?? now) >= noWait;
    if (owner === undefined || !hasWaited) return [];
    try {
      return await timed('turn', async () => {
        const backlog = await this.#backlog.read(now);
        // Taken or ended: there is nothing to run before it.
        if (!backlog.waiting.some(({ id }) => id === jobId)) return [];
        return await this.#untaken(backlog.waiting, (waiting) =>
          jobsBefore(owner, { ...backlog, waiting }, this.#lastServed),
        );
      });
    } catch (error) {
      work.report(error);
      return [];
    }
  }

  /** What `choose` chooses, without the jobs that the index still has and another worker took meanwhile. */
  async #untaken(
    waiting: readonly WaitingJob[],
    choose: (waiting: readonly WaitingJob[]) => WaitingJob[],
  ): Promise<WaitingJob[]> {
    let left = waiting;
    for (let taken = 0; taken < mostTaken; taken += 1) {
      const chosen = choose(left);
      const [first] = chosen;
      if (!first) return [];
      const job = await this.#jobs.find(first.id);
      if (job && isClaimable(job, this.#now())) return chosen;
      left = left.filter(({ id }) => id !== first.id);
    }
    return [];
  }

  #serve(owner: string): void {
    // The order of insertion is that of service.
    this.#lastServed.delete(owner);
    this.#lastServed.set(owner, this.#now());
    const [first] = this.#lastServed.keys();
    if (this.#lastServed.size > mostRemembered && first !== undefined) this.#lastServed.delete(first);
  }
}
