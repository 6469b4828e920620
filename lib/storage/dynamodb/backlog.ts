import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { Backlog, BacklogReader, WaitingJob } from '../../jobs/backlog.ts';
import { isClaimable, isTerminal, jobRecord } from '../../jobs/job.ts';
import type { JobQueueName } from '../../jobs/job-queue.ts';
import { openJobsIndex, openStates } from './open-jobs-index.ts';
import { sweepTimes } from '../../jobs/sweep-times.ts';

/**
 * Jobs that are due later than this are in the queue and were never taken: leases, and the times after which the sweep
 * checks again, are shorter.
 */
const nearRange = sweepTimes.sentAgain + 60_000;
/** Maximum lag of the index, and of the clocks of submitters, in milliseconds. */
const lag = 10_000;
/** A reading stays valid for this many times the duration of the read, plus a second. */
const worth = 50;
const leastWorth = 1_000;

const entry = jobRecord.pick({ id: true, owner: true, status: true, leaseUntil: true, awaitsParts: true });
type Entry = z.output<typeof entry>;

/** The jobs in the queue that no worker had taken at `readAt`. Jobs taken since then may still be among them. */
interface Queued {
  jobs: Map<string, WaitingJob>;
  readAt: number;
  goodUntil: number;
}

/**
 * Reads the backlog of a queue from the index of open jobs, which lags slightly behind the table. A queue can hold thousands of
 * jobs. Therefore its jobs are cached for a while, and each read fetches only newer ones: two small queries.
 */
export class DynamoBacklog implements BacklogReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #openState: string;
  #queued: Queued | undefined;

  constructor(client: DynamoDBDocumentClient, table: string, queue: JobQueueName) {
    this.#client = client;
    this.#table = table;
    this.#openState = openStates[queue];
  }

  async read(now: number): Promise<Backlog> {
    const [near, queued] = await Promise.all([
      this.#query('dueAt < :end', { ':end': now + nearRange }),
      this.#readQueued(now),
    ]);
    const running = new Map<string, number>();
    const waiting = new Map(queued);
    for (const job of near) {
      if (isTerminal(job.status)) continue;
      if (job.awaitsParts) {
        // It neither takes a worker nor waits for one.
        waiting.delete(job.id);
        queued.delete(job.id);
      } else if (isClaimable(job, now)) {
        waiting.set(job.id, job);
      } else {
        running.set(job.owner, (running.get(job.owner) ?? 0) + 1);
        waiting.delete(job.id);
        queued.delete(job.id);
      }
    }
    // Ids sort by creation time.
    return { running, waiting: [...waiting.values()].sort((one, other) => (one.id < other.id ? -1 : 1)) };
  }

  async #readQueued(now: number): Promise<Map<string, WaitingJob>> {
    const known = this.#queued && now < this.#queued.goodUntil ? this.#queued : undefined;
    const since = known ? known.readAt - lag + sweepTimes.notStarted : 0;
    const start = performance.now();
    const entries = await this.#query('dueAt >= :start', { ':start': Math.max(since, now + nearRange) });
    const jobs = known?.jobs ?? new Map<string, WaitingJob>();
    for (const { id, owner, status } of entries) if (status === 'queued') jobs.set(id, { id, owner });
    const worthwhile = Math.max(leastWorth, worth * (performance.now() - start));
    this.#queued = { jobs, readAt: now, goodUntil: known?.goodUntil ?? now + worthwhile };
    return jobs;
  }

  async #query(condition: string, values: Record<string, number>): Promise<Entry[]> {
    const pages = paginateQuery(
      { client: this.#client },
      {
        TableName: this.#table,
        IndexName: openJobsIndex,
        KeyConditionExpression: `openState = :open AND ${condition}`,
        ProjectionExpression: 'id, #owner, #status, leaseUntil, awaitsParts',
        ExpressionAttributeNames: { '#owner': 'owner', '#status': 'status' },
        ExpressionAttributeValues: { ':open': this.#openState, ...values },
      },
    );
    const entries: Entry[] = [];
    for await (const { Items = [] } of pages) {
      // An invalid record must not keep the workers from the others.
      for (const item of Items) {
        const { success, data } = entry.safeParse(item);
        if (success) entries.push(data);
      }
    }
    return entries;
  }
}
