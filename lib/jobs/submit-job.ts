import type { ActivityStore } from '../activity/activity.ts';
import type { ReservedJob } from '../activity/reserved-job.ts';
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
import type { JobQueueName, SubmissionQueue } from './job-queue.ts';
import { type OpenJobSlots, takeOpenJobs } from './open-jobs.ts';
import { carriedAgain, carriedJobOf, sendCarried } from './carried-jobs.ts';

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
  /** The job itself, if its slot was taken before. Requires that there is no `resourceId`, and one slot. */
  reservedJob?: ReservedJob | undefined;
  /** How many open jobs it counts as. Default: 1. */
  slots?: number | undefined;
  /** Whether its caller waits for the job and its worker reads inputs from messages: a small one is carried then. */
  carries?: boolean | undefined;
  /** Called when the job ends. */
  webhook?: Pick<WebhookRecord, 'url' | 'baseUrl' | 'result'>;
}

export interface SubmissionStores {
  activity: ActivityStore;
  inputs: Pick<InputStore, 'store'>;
  jobs: JobStore;
  openJobsCap: PlanCap;
  /** The queue of the operation, and its name for the job's record. */
  queue: SubmissionQueue;
  queueName: JobQueueName;
}

/** Inputs that are stored at the same time. */
const parallelStores = 16;

/** A job that is accepted. */
export interface AcceptedJob {
  job: Job;
  /**
   * Records that the job is in its queue, so that the sweep need not send it. Does nothing when its message may not have
   * been sent. Rejects only for a carried job, which it stores: without that, clients cannot read the job.
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
  const { inputs, jobs, queue } = stores;
  const owner = request.principal.keyId;
  const { options } = request;
  const id = newId('job', request.resourceId ?? request.reservedJob?.ulid);
  identify({ jobId: id });
  // Created by a submitter that died before it could respond. The sweep completes the remaining steps.
  const accepted = request.resourceId === undefined ? undefined : await jobs.find(id);
  if (accepted) return acceptedBefore(accepted, request, stores);
  const now = new Date();
  const reserved = await request.reservedJob?.takeSlot();
  const { slotItem, slotItems } = reserved
    ? { slotItem: reserved.item, slotItems: [] }
    : await timed('slot', () => takeOpenJobs(id, request, stores));
  const record = recordOf(id, request, stores, now, { slotItem, slotItems });
  const carried = request.carries ? carriedJobOf({ ...record, options }, request.inputs) : undefined;
  if (carried) {
    const { job, store } = await sendCarried(carried, stores);
    return { job, confirm: store };
  }
  const stored = await timed('keep', () =>
    inBatches(request.inputs, parallelStores, async (input, index): Promise<JobInput> => {
      const { field } = input;
      // The first attempt downloads it.
      if (isUrlInput(input)) return { field };
      const { fileName: name, size } = input;
      return { ...(await inputs.store(owner, `${id}-${index}`, input)), field, fileName: name, size };
    }),
  );
  const job: Job = { ...record, inputs: stored, ...(await storeOptions(owner, id, options, inputs)) };
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

/** A job of an earlier submission. A carried one may have lost its submitter before it was stored. */
function acceptedBefore(job: Job, { inputs, options }: JobRequest, stores: SubmissionStores): AcceptedJob {
  // Its record does not have the options.
  const carried = job.carried ? carriedJobOf({ ...job, options }, inputs) : undefined;
  return { job, confirm: carried ? carriedAgain(carried, stores).store : () => Promise.resolve() };
}

/** The record of a new job, without its inputs and options. */
function recordOf(
  id: string,
  request: JobRequest,
  { queueName }: Pick<SubmissionStores, 'queueName'>,
  now: Date,
  { slotItem, slotItems }: OpenJobSlots,
): Omit<Job, 'inputs' | 'options'> {
  const { type, principal, fileName, secrets, passwords, deliverTo, webhook } = request;
  const urls = request.inputs.map((input) => (isUrlInput(input) ? input.url : null));
  const origin = currentOrigin();
  return {
    v: 2,
    id,
    owner: principal.keyId,
    type,
    queue: queueName,
    status: 'queued',
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + jobLifetime).toISOString(),
    attempts: 0,
    slotItem,
    ...(slotItems.length > 0 ? { slotItems } : {}),
    fileName,
    ...(secrets ? { secrets } : {}),
    ...(passwords ? { passwords: [...passwords] } : {}),
    ...(deliverTo === undefined ? {} : { deliverTo }),
    ...(urls.some((url) => url !== null) ? { urls } : {}),
    ...(origin ? { origin } : {}),
    ...(webhook ? { webhook: newWebhook(webhook.url, webhook.baseUrl, webhook.result) } : {}),
  };
}
