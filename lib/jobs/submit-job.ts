import type { ActivityStore } from '../activity/activity.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { inBatches } from '../base/in-batches.ts';
import { type GivenFile, isUrlInput } from '../files/input-file.ts';
import type { InputStore } from '../files/input-store.ts';
import { newId } from '../base/identifiers.ts';
import { currentOrigin, identify, timed } from '../base/observability/span.ts';
import { type Job, type JobInput, jobLifetime } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { JobType } from '../api/job-states.ts';
import { newWebhook, type WebhookRecord } from './notification.ts';
import { storeOptions } from './job-options.ts';
import type { JobQueue, JobQueueName } from './job-queue.ts';
import { takeOpenJobs } from './open-jobs.ts';

export interface JobRequest {
  principal: Principal;
  type: JobType;
  /** In their order; none for a job without files. */
  inputs: readonly GivenFile[];
  /** By position, null for an input without one. */
  passwords?: readonly (string | null)[];
  /** One URL for all results, or one for each. */
  deliverTo?: string | string[] | undefined;
  /** Of the result; empty if the client names none. */
  fileName: string;
  options: Record<string, unknown>;
  /** Further options, which the record has until the job ends. */
  secrets?: Record<string, unknown> | undefined;
  /** The ULID of the job. If a job with it exists, that job is returned. */
  resourceId?: string | undefined;
  /** How many open jobs it counts as. Default: 1. */
  slots?: number | undefined;
  /** Called when the job ends. */
  webhook?: Pick<WebhookRecord, 'url' | 'baseUrl' | 'result'>;
}

export interface SubmissionStores {
  activity: ActivityStore;
  inputs: Pick<InputStore, 'store'>;
  jobs: JobStore;
  openJobsCap: PlanCap;
  /** The queue of the operation, and its name for the job's record. */
  queue: JobQueue;
  queueName: JobQueueName;
}

/** Inputs that are stored at the same time. */
const parallelStores = 16;

/** A job that is accepted. */
export interface AcceptedJob {
  job: Job;
  /**
   * Records that the job is in its queue, so that the sweep need not send it. Does nothing when its message may not have
   * been sent. Never rejects.
   */
  confirm: () => Promise<void>;
}

/** Accepts a job as `acceptJob`, and records that it is in its queue. */
export async function submitJob(request: JobRequest, stores: SubmissionStores): Promise<Job> {
  const { job, confirm } = await acceptJob(request, stores);
  await confirm();
  return job;
}

/**
 * Accepts a job: slot, inputs, record, message, in this order. Once the record exists, the job is accepted and cannot be
 * lost: if the function dies before it sends the message, or sending fails, the sweep sends it. A failed send does not
 * reject the job either: the message may be in the queue, with only its response lost.
 *
 * @throws AppError `too-many-jobs` when the owner has too few free slots
 */
export async function acceptJob(request: JobRequest, stores: SubmissionStores): Promise<AcceptedJob> {
  const { inputs, jobs, queue, queueName } = stores;
  const owner = request.principal.keyId;
  const { type, fileName, options, secrets, passwords, deliverTo, webhook } = request;
  const id = newId('job', request.resourceId);
  identify({ jobId: id });
  // Created by a submitter that died before it could respond. The sweep completes the remaining steps.
  const accepted = request.resourceId === undefined ? undefined : await jobs.find(id);
  if (accepted) return { job: accepted, confirm: () => Promise.resolve() };
  const now = new Date();
  const { slotItem, slotItems } = await timed('slot', () => takeOpenJobs(id, request, stores));
  const stored = await timed('keep', () =>
    inBatches(request.inputs, parallelStores, async (input, index): Promise<JobInput> => {
      const { field } = input;
      // The first attempt downloads it.
      if (isUrlInput(input)) return { field };
      const { fileName: name, size } = input;
      return { ...(await inputs.store(owner, `${id}-${index}`, input)), field, fileName: name, size };
    }),
  );
  const urls = request.inputs.map((input) => (isUrlInput(input) ? input.url : null));
  const origin = currentOrigin();
  const job: Job = {
    v: 2,
    id,
    owner,
    type,
    queue: queueName,
    status: 'queued',
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + jobLifetime).toISOString(),
    attempts: 0,
    slotItem,
    ...(slotItems.length > 0 ? { slotItems } : {}),
    inputs: stored,
    fileName,
    ...(await storeOptions(owner, id, options, inputs)),
    ...(secrets ? { secrets } : {}),
    ...(passwords ? { passwords: [...passwords] } : {}),
    ...(deliverTo === undefined ? {} : { deliverTo }),
    ...(urls.some((url) => url !== null) ? { urls } : {}),
    ...(origin ? { origin } : {}),
    ...(webhook ? { webhook: newWebhook(webhook.url, webhook.baseUrl, webhook.result) } : {}),
  };
  await timed('record', () => jobs.create(job));
  const isSent = await timed('send', () => queue.send(job)).then(
    () => true,
    () => false,
  );
  const confirm = async (): Promise<void> => {
    // If this fails, the job is in the queue all the same. At worst, the sweep sends it twice.
    if (isSent) await jobs.markEnqueued(id, new Date()).catch(() => undefined);
  };
  return { job, confirm };
}
