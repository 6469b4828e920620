import { type BacklogReader, jobsBefore, type WaitingJob } from './backlog.ts';
import { timeOfId } from '../base/identifiers.ts';
import { timed } from '../base/observability/span.ts';
import { isClaimable } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { MessageOutcome } from './run-job.ts';

/** A job's message as a worker received it. */
export interface ReceivedMessage {
  jobId: string;
  /** The message's tenant. Undefined for a message without one. */
  owner: string | undefined;
}

/** The worker's operations on jobs and on the message that it received. */
export interface FairWork {
  /** Runs a job. Calls `claimed` once it holds the job, before the work starts. */
  run(jobId: string, claimed: () => Promise<void>): Promise<MessageOutcome>;
  /** Returns the received message to the queue, so that another worker soon receives it. */
  giveBack(): Promise<void>;
  /** Sends the message of a job that needs another attempt. */
  sendAgain(job: WaitingJob, seconds: number): Promise<void>;
  /** Receives errors that do not stop the worker. The visibility timeout and the sweep make up for them. */
  report(error: unknown): void;
}

/** The outcome of the received message. */
export type Outcome =
  | { kind: 'own'; delivery: MessageOutcome }
  /** The message was returned, and the job of another owner ran instead. */
  | { kind: 'other'; ran: WaitingJob };

/** A younger job has not waited: a worker was free for it. Milliseconds. */
const noWait = 1_000;
/** Maximum number of other owners' jobs to check in one turn that turn out to be taken. */
const mostTaken = 5;
/** Maximum number of owners that a worker remembers. */
const mostRemembered = 1_000;

/**
 * Runs jobs so that no owner delays another. A message only signals that there is work. If its job has waited, the
 * worker checks the waiting and the running jobs. If it is another owner's turn (`jobsBefore`), the worker claims that
 * owner's oldest job, returns the message and runs the claimed job instead. The claimed job's own message later finds
 * the job taken or ended, as a duplicate message does.
 *
 * - A quiet owner's job starts on the next free worker, whatever the delivery order of the queue.
 * - An owner without competition gets all workers.
 * - A worker returns a message only if it runs another job instead. So each invocation makes progress, and no job waits
 *   forever. No attempt is counted.
 * - The decision writes nothing. For a job that has not waited, it also reads nothing.
 * - Two workers may decide at the same time. Only one can claim the job, and the other continues with the next one. Two
 *   that start together on one owner's documents know from `lastServed` that it is another owner's turn.
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
      // Another worker was faster.
      if (!claim.isMade) continue;
      if (delivery.kind === 'again') {
        // The job's own message may be hidden until the lease of this attempt would have ended.
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

  /** Returns the jobs to try before the message's job. Empty if that fails: fairness must not stop work. */
  async #jobsBefore({ jobId, owner }: ReceivedMessage, work: FairWork): Promise<WaitingJob[]> {
    const now = this.#now();
    const hasWaited = now - (timeOfId('job', jobId) ?? now) >= noWait;
    if (owner === undefined || !hasWaited) return [];
    try {
      return await timed('turn', async () => {
        const backlog = await this.#backlog.read(now);
        // The job is taken or has ended, so no other job has to run before it.
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

  /** Returns the choice of `choose`, without jobs that another worker took but the index still lists. */
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
    // Insertion order is the order of service.
    this.#lastServed.delete(owner);
    this.#lastServed.set(owner, this.#now());
    const [first] = this.#lastServed.keys();
    if (this.#lastServed.size > mostRemembered && first !== undefined) this.#lastServed.delete(first);
  }
}
