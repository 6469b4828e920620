import type { DeliverTo } from '../../api/fields/deliver-to.ts';
import { secretOptions } from '../../api/options/finishing.ts';
import type { ReservedJob } from '../../activity/reserved-job.ts';
import type { Principal } from '../../auth/authorizer.ts';
import type { AllowedHosts } from '../../engines/egress/allowed-hosts.ts';
import type { FileStore } from '../../files/file-store.ts';
import { respondAsync } from '../../http/request.ts';
import type { ServiceResponse } from '../../http/response.ts';
import type { ResultWebhook } from '../../jobs/notification.ts';
import {
  acceptJob,
  type AcceptedJob,
  type JobRequest,
  type SubmissionStores,
} from '../../jobs/submit-job.ts';
import { requireAllowedUrl } from '../../webhooks/require-allowed-url.ts';
import { respondAccepted } from './respond-accepted.ts';

/** What accepts conversions as jobs. */
export interface JobSubmission extends SubmissionStores {
  files: Pick<FileStore, 'present'>;
  /** The hosts that webhooks may call although they are not public. */
  allowedHosts: AllowedHosts;
}

/** The request of a conversion that can be a job. */
export interface JobCall {
  principal: Principal;
  baseUrl: string;
  preferences: ReadonlyMap<string, string>;
  resourceId?: string;
  reservedJob?: ReservedJob | undefined;
  fields: { webhookUrl?: string | undefined; deliverTo?: DeliverTo | undefined };
  /** How the webhook receives the result itself, in place of an event. */
  resultWebhook?: ResultWebhook | undefined;
}

/** What a conversion contributes to its job. */
export type ConversionJob = Pick<
  JobRequest,
  'type' | 'inputs' | 'passwords' | 'fileName' | 'options' | 'slots' | 'carries'
>;

/** A request that asks for a job, and the job. */
export interface JobOrder {
  call: JobCall;
  conversion: ConversionJob;
}

/** Returns the order of a request that asks for a job, by `Prefer: respond-async` or because it names a webhook. */
export const orderOf = (call: JobCall, conversionOf: () => ConversionJob): JobOrder | undefined =>
  call.preferences.has(respondAsync) || call.fields.webhookUrl !== undefined
    ? { call, conversion: conversionOf() }
    : undefined;

/**
 * Accepts a conversion as a job, and responds with the job.
 *
 * @throws AppError `url-not-allowed` for a webhook that may not be called, `too-many-jobs`
 */
export async function submitConversion(order: JobOrder, stores: JobSubmission): Promise<ServiceResponse> {
  const { baseUrl, preferences } = order.call;
  const applied = preferences.has(respondAsync) ? respondAsync : undefined;
  const { job, confirm } = await acceptConversion(order, stores);
  await confirm();
  return respondAccepted(job, stores.files, { baseUrl, applied });
}

/**
 * Accepts a conversion as a job.
 *
 * @throws AppError `url-not-allowed` for a webhook that may not be called, `too-many-jobs`
 */
export function acceptConversion(
  { call, conversion }: JobOrder,
  stores: SubmissionStores & Pick<JobSubmission, 'allowedHosts'>,
): Promise<AcceptedJob> {
  const { principal, baseUrl, resourceId, reservedJob, fields } = call;
  const { webhookUrl, deliverTo } = fields;
  if (webhookUrl !== undefined) requireAllowedUrl(webhookUrl, 'webhookUrl', stores.allowedHosts);
  const result = call.resultWebhook ? { result: call.resultWebhook } : {};
  const webhook = webhookUrl === undefined ? {} : { webhook: { url: webhookUrl, baseUrl, ...result } };
  const options = withoutSecrets(conversion.options);
  return acceptJob(
    { ...conversion, ...options, ...webhook, deliverTo, principal, resourceId, reservedJob },
    stores,
  );
}

/** Separates the options that are removed from a job when it ends. */
function withoutSecrets(all: JobRequest['options']): Pick<JobRequest, 'options' | 'secrets'> {
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  const { open = [], secret } = Object.groupBy(entries, ([name]) =>
    secretOptions.some((each) => each === name) ? 'secret' : 'open',
  );
  return { options: Object.fromEntries(open), ...(secret ? { secrets: Object.fromEntries(secret) } : {}) };
}
