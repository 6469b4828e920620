import type { ActivityStore } from '../activity/activity.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import type { InputFile } from '../files/input-file.ts';
import type { InputStore } from '../files/input-store.ts';
import { newId } from '../base/identifiers.ts';
import { currentOrigin, identify, timed } from '../base/observability/span.ts';
import { type Job, jobLifetime } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { JobType } from '../api/job-states.ts';
import { newWebhook } from './notification.ts';
import type { JobQueue } from './job-queue.ts';
import { takeOpenJob } from './open-jobs.ts';

export interface JobRequest {
  principal: Principal;
  type: JobType;
  input: InputFile;
  fileName: string;
  options: Record<string, unknown>;
  password?: string;
  /** The ULID of the job. If a job with it exists, that job is returned. */
  resourceId?: string | undefined;
  /** Called when the job ends. */
  webhook?: { url: string; baseUrl: string };
}

export interface SubmissionStores {
  activity: ActivityStore;
  inputs: Pick<InputStore, 'store'>;
  jobs: JobStore;
  openJobsCap: PlanCap;
  queue: JobQueue;
}

/**
 * Accepts a job: slot, input, record, message, in this order. Once the record exists, the job is accepted and cannot be
 * lost: if the function dies before it sends the message, or sending fails, the sweep sends it. A failed send does not
 * reject the job either: the message may be in the queue, with only its response lost.
 *
 * @throws AppError `too-many-jobs` when the owner has no free slot
 */
export async function submitJob(request: JobRequest, stores: SubmissionStores): Promise<Job> {
  const { inputs, jobs, queue } = stores;
  const owner = request.principal.keyId;
  const { type, input, fileName, options, password, webhook } = request;
  const id = newId('job', request.resourceId);
  identify({ jobId: id });
  // Created by a submitter that died before it could respond. The sweep completes the remaining steps.
  const accepted = request.resourceId === undefined ? undefined : await jobs.find(id);
  if (accepted) return accepted;
  const now = new Date();
  const slotItem = await timed('slot', () => takeOpenJob(id, request.principal, stores));
  const kept = await timed('keep', () => inputs.store(owner, id, input));
  const origin = currentOrigin();
  const job: Job = {
    v: 1,
    id,
    owner,
    type,
    status: 'queued',
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + jobLifetime).toISOString(),
    attempts: 0,
    slotItem,
    input: { ...kept, fileName: input.fileName, size: input.size },
    fileName,
    options,
    ...(password === undefined ? {} : { password }),
    ...(origin ? { origin } : {}),
    ...(webhook ? { webhook: newWebhook(webhook.url, webhook.baseUrl) } : {}),
  };
  await timed('record', () => jobs.create(job));
  await timed('send', () => queue.send(job)).then(
    // If this fails, the job is in the queue all the same. At worst, the sweep sends it twice.
    () => jobs.markEnqueued(id, new Date()).catch(() => undefined),
    () => undefined,
  );
  return job;
}
