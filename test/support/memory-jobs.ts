import { isClaimable, isTerminal, type Job, type JobInput, type JobResult } from '#lib/jobs/job.ts';
import type { CarriedJob } from '#lib/jobs/job-message.ts';
import type { Attempt, Claim, JobStore } from '#lib/jobs/job-store.ts';
import { sweepTimes } from '#lib/jobs/sweep-times.ts';
import type { JobStatus } from '#lib/api/job-states.ts';
import type { WebhookRecord } from '#lib/jobs/notification.ts';
import type { JobQueue, JobQueueName, SubmissionQueue } from '#lib/jobs/job-queue.ts';
import type { DeliveryStore } from '#lib/webhooks/delivery-store.ts';

interface Entry {
  job: Job;
  dueAt: number;
  /** Of a part that has ended. */
  isReported?: boolean;
}

/** Jobs in memory, with the promises of `JobStore` and `DeliveryStore`. */
export class MemoryJobStore implements JobStore, DeliveryStore {
  readonly #entries = new Map<string, Entry>();

  create(job: Job): Promise<void> {
    if (this.#entries.has(job.id)) return Promise.reject(new Error('exists'));
    this.#entries.set(job.id, {
      job: structuredClone(job),
      dueAt: Date.parse(job.createdAt) + sweepTimes.notEnqueued,
    });
    return Promise.resolve();
  }

  claimCarried(job: Job, now: number, leaseUntil: number): Promise<Claim> {
    if (this.#entries.has(job.id)) return this.claim(job.id, now, leaseUntil);
    const claim = { status: 'processing', attempts: 1, leaseUntil, carried: true } as const;
    const claimed: Job = { ...structuredClone(job), ...claim, startedAt: new Date(now).toISOString() };
    this.#entries.set(job.id, { job: { ...claimed, options: {} }, dueAt: 0 });
    return Promise.resolve({ kind: 'claimed', job: structuredClone(claimed) });
  }

  storeCarried(job: Job, isSent: boolean): Promise<boolean> {
    const entry = this.#entries.get(job.id);
    if (!entry) {
      const due = isSent ? sweepTimes.carriedNotStarted : sweepTimes.notEnqueued;
      const enqueued = isSent ? { enqueuedAt: job.createdAt } : {};
      const stored = { ...structuredClone(job), ...enqueued };
      this.#entries.set(job.id, { job: stored, dueAt: Date.parse(job.createdAt) + due });
      return Promise.resolve(true);
    }
    if (entry.job.carried && entry.job.status === 'processing') {
      Object.assign(entry.job, structuredClone({ inputs: job.inputs, options: job.options }));
      delete entry.job.carried;
      entry.dueAt = (entry.job.leaseUntil ?? 0) + sweepTimes.lapsedLease;
    }
    return Promise.resolve(!isTerminal(entry.job.status));
  }

  find(jobId: string): Promise<Job | undefined> {
    return Promise.resolve(structuredClone(this.#entries.get(jobId)?.job));
  }

  markEnqueued(jobId: string, at: Date): Promise<void> {
    const entry = this.#entries.get(jobId);
    if (entry?.job.status === 'queued') {
      entry.job.enqueuedAt = at.toISOString();
      entry.dueAt = at.getTime() + sweepTimes.notStarted;
    }
    return Promise.resolve();
  }

  claim(jobId: string, now: number, leaseUntil: number): Promise<Claim> {
    const entry = this.#entries.get(jobId);
    if (!entry) return Promise.resolve({ kind: 'unknown' });
    const { job } = entry;
    if (isTerminal(job.status)) return Promise.resolve({ kind: 'ended', job });
    if (!isClaimable(job, now)) {
      return Promise.resolve(
        job.awaitsParts ? { kind: 'waiting' } : { kind: 'leased', leaseUntil: job.leaseUntil ?? now },
      );
    }
    delete job.awaitsParts;
    Object.assign(job, {
      status: 'processing',
      leaseUntil,
      attempts: job.attempts + 1,
      startedAt: job.startedAt ?? new Date(now).toISOString(),
    });
    entry.dueAt = leaseUntil + sweepTimes.lapsedLease;
    return Promise.resolve({ kind: 'claimed', job: structuredClone(job) });
  }

  renew({ jobId, attempt }: Attempt, leaseUntil: number): Promise<boolean> {
    const job = this.#held(jobId, attempt);
    if (job) job.leaseUntil = leaseUntil;
    const entry = this.#entries.get(jobId);
    if (job && entry) entry.dueAt = leaseUntil + sweepTimes.lapsedLease;
    return Promise.resolve(job !== undefined);
  }

  recordInputs(
    { jobId, attempt }: Attempt,
    inputs: readonly JobInput[],
    urls: readonly (string | null)[] | undefined,
  ): Promise<boolean> {
    const job = this.#held(jobId, attempt);
    if (job) job.inputs = [...inputs];
    if (job) delete job.urls;
    if (job && urls) job.urls = [...urls];
    return Promise.resolve(job !== undefined);
  }

  expectResults({ jobId, attempt }: Attempt, count: number): Promise<boolean> {
    const job = this.#held(jobId, attempt);
    if (job) job.resultCount = count;
    return Promise.resolve(job !== undefined);
  }

  release(
    { jobId, attempt }: Attempt,
    until: number,
    fault: 'document' | 'service' = 'service',
  ): Promise<boolean> {
    const job = this.#held(jobId, attempt);
    if (job) job.leaseUntil = until;
    if (job) delete job.awaitsParts;
    if (job && fault === 'document') job.documentFault = true;
    return Promise.resolve(job !== undefined);
  }

  complete({ jobId, attempt }: Attempt, result: JobResult, at: Date): Promise<boolean> {
    return this.#end(this.#held(jobId, attempt), 'completed', at, { result });
  }

  fail({ jobId, attempt }: Attempt, error: NonNullable<Job['error']>, at: Date): Promise<boolean> {
    return this.#end(this.#held(jobId, attempt), 'failed', at, { error });
  }

  abandon(jobId: string, error: NonNullable<Job['error']>, at: Date): Promise<Job | undefined> {
    const job = this.#open(jobId);
    return this.#end(job, 'failed', at, { error }).then(() => structuredClone(job));
  }

  cancel(jobId: string, at: Date): Promise<boolean> {
    return this.#end(this.#open(jobId), 'canceled', at, {});
  }

  markDeleted(jobId: string, at: Date): Promise<void> {
    const job = this.#entries.get(jobId)?.job;
    if (job) job.deletedAt ??= at.toISOString();
    return Promise.resolve();
  }

  markResultDeleted(jobId: string, fileId: string, at: Date): Promise<void> {
    const result = this.#entries.get(jobId)?.job.result;
    const file = Array.isArray(result) ? result.find(({ id }) => id === fileId) : undefined;
    if (file) file.deletedAt ??= at.toISOString();
    return Promise.resolve();
  }

  markWebhookQueued(jobId: string, at: Date): Promise<void> {
    const job = this.#entries.get(jobId)?.job;
    if (job?.webhook && job.finishedAt) job.webhook.queuedAt ??= at.toISOString();
    return Promise.resolve();
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the port is asynchronous
  async *due(now: number): AsyncIterable<Job> {
    for (const { job, dueAt, isReported } of [...this.#entries.values()]) {
      const isAnnounced = (job.webhook && !job.webhook.queuedAt) ?? (job.parent && !isReported);
      const isOpen = isTerminal(job.status) ? job.status !== 'canceled' && isAnnounced : true;
      if (isOpen && !job.carried && dueAt < now) yield structuredClone(job);
    }
  }

  postpone(jobId: string, until: number): Promise<void> {
    const entry = this.#entries.get(jobId);
    if (entry && !isTerminal(entry.job.status)) entry.dueAt = until;
    return Promise.resolve();
  }

  expectParts({ jobId, attempt }: Attempt, indices: readonly number[]): Promise<boolean> {
    const job = this.#held(jobId, attempt);
    if (job) job.parts ??= { indices: [...indices], attempt: 0 };
    return Promise.resolve(job !== undefined);
  }

  awaitParts(
    { jobId, attempt }: Attempt,
    indices: readonly number[],
    { until, due }: { until: number; due: number },
  ): Promise<Job | undefined> {
    const job = this.#held(jobId, attempt);
    if (job)
      Object.assign(job, { awaitsParts: true, parts: { indices: [...indices], attempt }, leaseUntil: until });
    const entry = this.#entries.get(jobId);
    if (job && entry) entry.dueAt = due;
    return Promise.resolve(structuredClone(job));
  }

  endPart(jobId: string, index: number, failed: boolean): Promise<Job | undefined> {
    const job = this.#open(jobId);
    if (job) (job.endedParts ??= new Set()).add(index);
    if (job && failed) (job.failedParts ??= new Set()).add(index);
    return Promise.resolve(structuredClone(job));
  }

  resume(jobId: string, now: number): Promise<boolean> {
    const entry = this.#entries.get(jobId);
    if (entry?.job.status !== 'processing' || !entry.job.awaitsParts) return Promise.resolve(false);
    delete entry.job.awaitsParts;
    entry.job.leaseUntil = 0;
    entry.dueAt = now + sweepTimes.lapsedLease;
    return Promise.resolve(true);
  }

  markReported(partId: string): Promise<void> {
    const entry = this.#entries.get(partId);
    if (entry?.job.parent && entry.job.finishedAt) entry.isReported = true;
    return Promise.resolve();
  }

  begin(jobId: string, { attempts }: WebhookRecord, leaseUntil: number): Promise<boolean> {
    const webhook = this.#undelivered(jobId, attempts);
    if (webhook) Object.assign(webhook, { attempts: attempts + 1, nextAt: leaseUntil });
    return Promise.resolve(webhook !== undefined);
  }

  delivered(jobId: string, status: number, at: Date): Promise<void> {
    const webhook = this.#entries.get(jobId)?.job.webhook;
    if (webhook) {
      webhook.lastStatus = status;
      webhook.deliveredAt ??= at.toISOString();
    }
    return Promise.resolve();
  }

  failed({ jobId, attempt }: Attempt, status: number | null, nextAt: number): Promise<void> {
    const webhook = this.#undelivered(jobId, attempt);
    if (webhook) Object.assign(webhook, { lastStatus: status, nextAt });
    return Promise.resolve();
  }

  #undelivered(jobId: string, attempts: number): WebhookRecord | undefined {
    const webhook = this.#entries.get(jobId)?.job.webhook;
    return webhook?.attempts === attempts && !webhook.deliveredAt ? webhook : undefined;
  }

  #open(jobId: string): Job | undefined {
    const job = this.#entries.get(jobId)?.job;
    return job && !isTerminal(job.status) ? job : undefined;
  }

  #held(jobId: string, attempt: number): Job | undefined {
    const job = this.#open(jobId);
    return job?.status === 'processing' && job.attempts === attempt ? job : undefined;
  }

  #end(job: Job | undefined, status: JobStatus, at: Date, rest: Partial<Job>): Promise<boolean> {
    if (!job) return Promise.resolve(false);
    Object.assign(job, { status, finishedAt: at.toISOString(), ...rest });
    delete job.leaseUntil;
    delete job.passwords;
    delete job.secrets;
    job.options = {};
    delete job.deliverTo;
    delete job.urls;
    delete job.awaitsParts;
    delete job.carried;
    const entry = this.#entries.get(job.id);
    if (entry) entry.dueAt = at.getTime() + sweepTimes.webhookNotQueued;
    return Promise.resolve(true);
  }
}

/** A queue that remembers what was sent. */
export class MemoryJobQueue implements SubmissionQueue {
  readonly sent: string[] = [];

  /** Carried jobs among them. */
  readonly carried: CarriedJob[] = [];

  send({ id }: Pick<Job, 'id'>): Promise<void> {
    this.sent.push(id);
    return Promise.resolve();
  }

  carry(carried: CarriedJob): Promise<void> {
    this.carried.push(carried);
    return this.send(carried.job);
  }
}

/** The queues of a sweep whose jobs all go to one queue. */
export const onlyQueue = (queue: JobQueue): Record<JobQueueName, JobQueue> => ({
  office: queue,
  html: queue,
  pdf: queue,
});
