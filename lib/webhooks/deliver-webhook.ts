import type { AllowedHosts } from '../engines/egress/allowed-hosts.ts';
import { EgressFailed, EgressDenied } from '../engines/egress/errors.ts';
import { postPublic } from '../engines/egress/post-public.ts';
import type { FileStore } from '../files/file-store.ts';
import { idsOfJob } from '../jobs/job-ending.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageOutcome } from '../jobs/run-job.ts';
import { parseTraceparent, traceparentOf } from '../base/observability/trace-context.ts';
import { identify, timed } from '../base/observability/span.ts';
import { eventId, eventOf, isNotifiable, type NotifiableJob } from './event.ts';
import { isOver } from './pauses.ts';
import { signatureHeaders } from './signature.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { SecretReader } from './secret-reader.ts';

/**
 * Posts an event. Resolves with the status of the response. Rejects with an EgressDenied or EgressFailed if there is
 * none.
 */
export type PostEvent = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

/** Sends a result, or the error of its job. Resolves and rejects as `PostEvent`. */
export type SendResult = (job: NotifiableJob, milliseconds: number) => Promise<number>;

/** The outcome of one attempt, for the log. */
export interface AttemptReport {
  attempt: number;
  status: number | null;
  /** Why there was no response. Contains no URL, which may hold a secret. */
  reason?: string;
}

export interface DeliverOptions {
  jobs: Pick<JobStore, 'find'>;
  deliveries: DeliveryStore;
  secrets: SecretReader;
  files: Pick<FileStore, 'present'>;
  post: PostEvent;
  /** Sends the result of a job to a webhook that receives it. Required if there are such webhooks. */
  sendResult?: SendResult;
  /** Seconds after each attempt except the last. */
  pauses: readonly number[];
  /** Milliseconds left for this invocation. */
  millisecondsLeft: number;
  now?: () => number;
  report?: (report: AttemptReport) => void;
  /** Called when the key was revoked, or never had a secret. */
  reportUnsigned?: () => void;
}

/** Time limit for the receiver's response, in milliseconds, and size limit for its body. */
const responseTimeout = 15_000;
const maximumResponseBytes = 16 * 1024;

/**
 * Makes the next attempt to deliver a job's webhook, if it is due. Safe to call for the same job repeatedly and
 * concurrently: an attempt is counted before it is made, and no other attempt starts until it is over.
 */
export async function deliverWebhook(jobId: string, options: DeliverOptions): Promise<MessageOutcome> {
  const { jobs, deliveries, secrets, pauses, millisecondsLeft, now = Date.now } = options;
  const job = await jobs.find(jobId);
  if (job) identify(idsOfJob(job));
  if (!isNotifiable(job) || isOver(job.webhook, pauses)) return { kind: 'done' };
  if (job.webhook.nextAt > now()) return againAt(job.webhook.nextAt, now());
  const secret = await secrets.find(job.owner);
  if (secret === undefined) {
    options.reportUnsigned?.();
    return { kind: 'done' };
  }
  const leaseUntil = now() + millisecondsLeft;
  if (!(await deliveries.begin(jobId, job.webhook, leaseUntil))) return againAt(leaseUntil, now());

  const attempt = job.webhook.attempts + 1;
  const begun = { ...job, webhook: { ...job.webhook, attempts: attempt } };
  const { sendResult } = options;
  const status = await attemptOf(begun, options, () =>
    begun.webhook.result && sendResult
      ? sendResult(begun, millisecondsLeft - reservedMilliseconds)
      : send(begun, secret, options),
  );
  if (status !== null && status >= 200 && status < 300) {
    await deliveries.delivered(jobId, status, new Date(now()));
    return { kind: 'done' };
  }
  const pause = status === 410 ? undefined : pauses[attempt - 1];
  const nextAt = now() + (pause ?? 0) * 1000;
  await deliveries.failed({ jobId, attempt }, status, nextAt);
  return pause === undefined ? { kind: 'done' } : againAt(nextAt, now());
}

/** For recording the attempt. In milliseconds. */
const reservedMilliseconds = 5_000;

/** Makes an attempt and reports its outcome. Null if there was no response. */
async function attemptOf(
  job: NotifiableJob,
  { report }: DeliverOptions,
  run: () => Promise<number>,
): Promise<number | null> {
  const attempt = job.webhook.attempts;
  try {
    const status = await timed('post', run);
    report?.({ attempt, status });
    return status;
  } catch (error) {
    if (!(error instanceof EgressDenied || error instanceof EgressFailed)) throw error;
    report?.({ attempt, status: null, reason: error.reason });
    return null;
  }
}

async function send(job: NotifiableJob, secret: string, options: DeliverOptions): Promise<number> {
  const { files, post, now = Date.now } = options;
  const body = JSON.stringify(await eventOf(job, files));
  const trace = parseTraceparent(job.origin?.traceparent);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'File-Conversion-Service',
    ...(trace ? { traceparent: traceparentOf(trace) } : {}),
    ...signatureHeaders(secret, { id: eventId(job), at: new Date(now()), body }),
  };
  return post(job.webhook.url, headers, body);
}

const againAt = (time: number, now: number): MessageOutcome => ({
  kind: 'again',
  seconds: Math.max(1, Math.ceil((time - now) / 1000)),
});

/** Posts to public and allowed hosts. Does not follow redirects, because the client named the URL to call. */
export const postEventTo =
  (allowed: AllowedHosts): PostEvent =>
  async (url, headers, body) => {
    const { status } = await postPublic(url, {
      headers,
      body,
      allowed,
      timeoutMilliseconds: responseTimeout,
      maximumResponseBytes,
    });
    return status;
  };
