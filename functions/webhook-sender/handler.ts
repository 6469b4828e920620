import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { messageLimits } from '#lib/call-limits.ts';
import { AllowedHosts } from '#lib/egress/allowed-hosts.ts';
import { requireVariables } from '#lib/environment.ts';
import { readJobMessage } from '#lib/jobs/job.ts';
import type { Delivery } from '#lib/jobs/run-job.ts';
import { deliverAgain, forEachRecord } from '#lib/jobs/sqs-batch.ts';
import { identify } from '#lib/observability/work.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { deliverWebhook, postEventTo } from '#lib/webhooks/deliver-webhook.ts';
import { parsePauses } from '#lib/webhooks/pauses.ts';
import { openDeliveries } from '#lib/webhooks/stores.ts';

const variables = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'WEBHOOK_SECRETS_TABLE_NAME',
  'WEBHOOK_QUEUE_URL',
  'WEBHOOK_PAUSE_SECONDS',
);
const stores = openDeliveries(variables);
const post = postEventTo(AllowedHosts.parse(process.env['ALLOWED_PRIVATE_HOSTS'] ?? ''));
const pauses = parsePauses(variables.WEBHOOK_PAUSE_SECONDS);
const sqs = new SQSClient(messageLimits);
const logger = openLog('webhook-sender', process.env);

/** Tells clients that their jobs have ended: one attempt each time that a job's message comes. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  forEachRecord(event, logger, async ({ body, receiptHandle }) => {
    const { jobId } = readJobMessage(body);
    identify({ jobId });
    const delivery = await deliverWebhook(jobId, {
      ...stores,
      post,
      pauses,
      millisecondsLeft: context.getRemainingTimeInMillis(),
      report: (attempt) => logger.close('webhook', { ...attempt }),
      reportUnsigned: () => logger.warn('webhook not sent: its key is revoked'),
    }).catch((error: unknown): Delivery => {
      // The stores failed: soon again, rather than after the whole visibility timeout.
      logger.error('webhook could not be sent', { error });
      return { kind: 'again', seconds: 5 };
    });
    if (delivery.kind === 'done') return;
    await deliverAgain({ sqs, queueUrl: variables.WEBHOOK_QUEUE_URL, receiptHandle }, delivery.seconds);
  });
