import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import type { ActivityStore } from '../../activity/activity.ts';
import { DynamoActivityStore } from './activity-store.ts';
import { usageOfSpan } from '../../activity/usage-of-span.ts';
import {
  isClaimable,
  isStoredInput,
  isTerminal,
  type Job,
  type JobInput,
  type JobResult,
} from '../../jobs/job.ts';
import type { Attempt, Claim, JobStore } from '../../jobs/job-store.ts';
import {
  carriedStored,
  claimed,
  inputsRecorded,
  released,
  renewed,
  resultsExpected,
} from './attempt-updates.ts';
import { notEnded, processingByAttempt } from './job-update.ts';
import { endUpdates, type JobEnd } from './job-end.ts';
import { JobItems } from './job-items.ts';
import { partEnded, partReported, partsAwaited, partsExpected, resumed } from './part-updates.ts';
import { openJobSlot } from './open-jobs.ts';
import { openJobsIndex, openStates } from './open-jobs-index.ts';
import { storedJob } from '../../jobs/stored-job.ts';
import { sweepTimes } from '../../jobs/sweep-times.ts';

/**
 * Stores jobs in the table with the keys `pk` and `sk` and the index `open-jobs` (`openState`, `dueAt`).
 *
 * The SDK retries a call whose response was lost, and the condition of the retry fails because of the first write.
 * Therefore creations and claims write a mark, `call`, by which they recognize their own write.
 */
export class DynamoJobStore implements JobStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #items: JobItems;
  readonly #activity: Pick<ActivityStore, 'releaseAll'>;

  /** @param activity counts the open jobs of each owner */
  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    activity: Pick<ActivityStore, 'releaseAll'> = new DynamoActivityStore(client, table),
  ) {
    this.#client = client;
    this.#table = table;
    this.#items = new JobItems(client, table);
    this.#activity = activity;
  }

  async create(job: Job): Promise<void> {
    if (!(await this.#items.create(job, openEntry(job, sweepTimes.notEnqueued)))) {
      throw new Error(`The job ${job.id} exists`);
    }
  }

  async claimCarried(job: Job, now: number, leaseUntil: number): Promise<Claim> {
    const claim = { status: 'processing', attempts: 1, leaseUntil, carried: true } as const;
    const claimedJob: Job = { ...job, ...claim, startedAt: new Date(now).toISOString() };
    // One write unit: none of the indexes has an item without their keys, and the options are in the message.
    const isFirst = await this.#items.create(claimedJob, { createdAt: undefined, options: {} });
    return isFirst ? { kind: 'claimed', job: claimedJob } : this.claim(job.id, now, leaseUntil);
  }

  async storeCarried(job: Job, isSent: boolean): Promise<boolean> {
    const enqueuedAt = isSent ? job.createdAt : undefined;
    const entry = openEntry(job, isSent ? sweepTimes.carriedNotStarted : sweepTimes.notEnqueued);
    if (await this.#items.create({ ...job, ...(enqueuedAt ? { enqueuedAt } : {}) }, entry)) return true;
    if (await this.#items.update(job.id, carriedStored(job, openStates[job.queue]))) return true;
    // Stored by an earlier call, or by this one, if the SDK repeated it.
    const current = await this.find(job.id);
    return current !== undefined && !isTerminal(current.status) && current.inputs.every(isStoredInput);
  }

  async find(jobId: string): Promise<Job | undefined> {
    const item = await this.#items.read(jobId);
    return item && storedJob.parse(item);
  }

  async markEnqueued(jobId: string, at: Date): Promise<void> {
    // A worker may have been faster. Then the time of the next check is already its own.
    await this.#items.update(jobId, {
      UpdateExpression: 'SET enqueuedAt = :at, dueAt = :due',
      ConditionExpression: '#status = :queued',
      ExpressionAttributeValues: {
        ':queued': 'queued',
        ':at': at.toISOString(),
        ':due': at.getTime() + sweepTimes.notStarted,
      },
    });
  }

  async claim(jobId: string, now: number, leaseUntil: number): Promise<Claim> {
    const call = newUlid();
    const job = await this.#items.update(jobId, claimed(call, now, leaseUntil));
    if (job) return { kind: 'claimed', job };
    const item = await this.#items.read(jobId);
    if (!item) return { kind: 'unknown' };
    const current = storedJob.parse(item);
    if (item['call'] === call && current.status === 'processing') return { kind: 'claimed', job: current };
    if (current.status !== 'queued' && current.status !== 'processing')
      return { kind: 'ended', job: current };
    if (current.awaitsParts) return { kind: 'waiting' };
    // Released between the two calls, which equals a lease that ends now.
    return { kind: 'leased', leaseUntil: isClaimable(current, now) ? now : (current.leaseUntil ?? now) };
  }

  async renew({ jobId, attempt }: Attempt, leaseUntil: number): Promise<boolean> {
    return (await this.#items.update(jobId, renewed(attempt, leaseUntil))) !== undefined;
  }

  async recordInputs(
    { jobId, attempt }: Attempt,
    inputs: readonly JobInput[],
    urls: readonly (string | null)[] | undefined,
  ): Promise<boolean> {
    return (await this.#items.update(jobId, inputsRecorded(attempt, inputs, urls))) !== undefined;
  }

  async expectResults({ jobId, attempt }: Attempt, count: number): Promise<boolean> {
    return (await this.#items.update(jobId, resultsExpected(attempt, count))) !== undefined;
  }

  async release(
    { jobId, attempt }: Attempt,
    until: number,
    fault: 'document' | 'service' = 'service',
  ): Promise<boolean> {
    return (await this.#items.update(jobId, released(attempt, until, fault))) !== undefined;
  }

  async complete({ jobId, attempt }: Attempt, result: JobResult, at: Date): Promise<boolean> {
    const end: JobEnd = { status: 'completed', at, result, condition: processingByAttempt, attempt };
    return (await this.#end(jobId, end)) !== undefined;
  }

  async fail({ jobId, attempt }: Attempt, error: NonNullable<JobEnd['error']>, at: Date): Promise<boolean> {
    const end: JobEnd = { status: 'failed', at, error, condition: processingByAttempt, attempt };
    return (await this.#end(jobId, end)) !== undefined;
  }

  abandon(jobId: string, error: NonNullable<JobEnd['error']>, at: Date): Promise<Job | undefined> {
    return this.#end(jobId, { status: 'failed', at, error, condition: notEnded });
  }

  async cancel(jobId: string, at: Date): Promise<boolean> {
    return (await this.#end(jobId, { status: 'canceled', at, condition: notEnded })) !== undefined;
  }

  async markDeleted(jobId: string, at: Date): Promise<void> {
    await this.#items.update(jobId, {
      UpdateExpression: 'SET deletedAt = if_not_exists(deletedAt, :at)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
  }

  async markResultDeleted(jobId: string, fileId: string, at: Date): Promise<void> {
    const result = (await this.find(jobId))?.result;
    const index = Array.isArray(result) ? result.findIndex(({ id }) => id === fileId) : -1;
    if (index === -1) return;
    await this.#items.update(jobId, {
      // A completed job's list of results does not change.
      UpdateExpression: `SET #result[${index}].deletedAt = if_not_exists(#result[${index}].deletedAt, :at)`,
      ConditionExpression: `#result[${index}].id = :id`,
      ExpressionAttributeNames: { '#result': 'result' },
      ExpressionAttributeValues: { ':at': at.toISOString(), ':id': fileId },
    });
  }

  async markWebhookQueued(jobId: string, at: Date): Promise<void> {
    await this.#items.update(jobId, {
      UpdateExpression: 'SET webhook.queuedAt = if_not_exists(webhook.queuedAt, :at) REMOVE openState, dueAt',
      ConditionExpression: 'attribute_exists(webhook) AND attribute_exists(finishedAt)',
      ExpressionAttributeValues: { ':at': at.toISOString() },
    });
  }

  async *due(now: number): AsyncIterable<Job> {
    for (const openState of Object.values(openStates)) {
      const pages = paginateQuery(
        { client: this.#client },
        {
          TableName: this.#table,
          IndexName: openJobsIndex,
          KeyConditionExpression: 'openState = :open AND dueAt < :now',
          ExpressionAttributeValues: { ':open': openState, ':now': now },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const parsed = storedJob.safeParse(item);
          // An unreadable record must not keep the sweep from the others. It expires by its TTL.
          if (parsed.success) yield parsed.data;
        }
      }
    }
  }

  async postpone(jobId: string, until: number): Promise<void> {
    await this.#items.update(jobId, {
      UpdateExpression: 'SET dueAt = :until',
      ConditionExpression: notEnded,
      ExpressionAttributeValues: { ':until': until, ':queued': 'queued', ':processing': 'processing' },
    });
  }

  async expectParts({ jobId, attempt }: Attempt, indices: readonly number[]): Promise<boolean> {
    return (await this.#items.update(jobId, partsExpected(attempt, indices))) !== undefined;
  }

  awaitParts(
    { jobId, attempt }: Attempt,
    indices: readonly number[],
    times: { until: number; due: number },
  ): Promise<Job | undefined> {
    return this.#items.update(jobId, partsAwaited(attempt, indices, times));
  }

  endPart(jobId: string, index: number, failed: boolean): Promise<Job | undefined> {
    return this.#items.update(jobId, partEnded(index, failed));
  }

  async resume(jobId: string, now: number): Promise<boolean> {
    return (await this.#items.update(jobId, resumed(now))) !== undefined;
  }

  async markReported(partId: string): Promise<void> {
    await this.#items.update(partId, partReported);
  }

  /** Ends a job. It no longer counts as open, and counts as usage if it completed. */
  async #end(jobId: string, end: JobEnd): Promise<Job | undefined> {
    let job: Job | undefined;
    for (const update of endUpdates(jobId, end)) job ??= await this.#items.update(jobId, update);
    if (job?.slotItem === undefined) return job;
    const usage = job.status === 'completed' ? usageOfSpan(job.type) : undefined;
    const slots = [job.slotItem, ...(job.slotItems ?? [])].map((item, index) =>
      openJobSlot(job.id, item, index),
    );
    // The job has ended in any case. A slot that is not released here is found when the owner has no other left.
    await this.#activity.releaseAll(job.owner, slots, usage).catch(() => undefined);
    return job;
  }
}

/** The attributes by which the index `open-jobs` has a job, with the milliseconds from its creation to its first check. */
const openEntry = ({ queue, createdAt }: Job, milliseconds: number) => ({
  openState: openStates[queue],
  dueAt: Date.parse(createdAt) + milliseconds,
});
