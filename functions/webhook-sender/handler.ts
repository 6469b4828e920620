import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomInt } from 'node:crypto';
import { messageLimits } from '#lib/storage/call-limits.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { readJobMessage } from '#lib/jobs/job-message.ts';
import type { MessageOutcome } from '#lib/jobs/run-job.ts';
import { deliverAgain, forEachRecord, giveBack, leaveInQueue } from '#lib/jobs/sqs-batch.ts';
import { identify } from '#lib/base/observability/span.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { deliverWebhook, postEventTo } from '#lib/webhooks/deliver-webhook.ts';
import { parsePauses } from '#lib/webhooks/pauses.ts';
import { SlowReceivers } from '#lib/webhooks/slow-receivers.ts';
import { resultSender } from '#lib/gotenberg/webhooks/send-result.ts';
import { openWebhookStores } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const variables = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'WEBHOOK_SECRETS_TABLE_NAME',
  'WEBHOOK_QUEUE_URL',
  'WEBHOOK_PAUSE_SECONDS',
);
const queueUrl = variables.WEBHOOK_QUEUE_URL;
const { lane, ...stores } = openWebhookStores(variables);
const allowed = AllowedHosts.parse(process.env['ALLOWED_PRIVATE_HOSTS'] ?? '');
const post = postEventTo(allowed);
const sendResult = resultSender({ allowed, files: stores.files });
const pauses = parsePauses(variables.WEBHOOK_PAUSE_SECONDS);
const sqs = new SQSClient(messageLimits);
const logger = openLog('webhook-sender', process.env);
const slowReceivers = new SlowReceivers({
  lane,
  report: (error) => logger.error('slow lane failed', { error }),
});

/** Reports ended jobs to clients: one attempt for each message. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const owners = event.Records.map(({ attributes }) => attributes.MessageGroupId);
  return slowReceivers.share(owners, context.getRemainingTimeInMillis(), (maySend) =>
    forEachRecord(event, logger, async (record) => {
      const { jobId } = readJobMessage(record.body);
      identify({ jobId });
      const owner = record.attributes.MessageGroupId;
      if (!maySend(owner)) {
        const stays = await giveBack({ sqs, queueUrl, record }, randomInt(5, 16));
        if (stays) leaveInQueue();
        return;
      }
      const delivery = await deliverWebhook(jobId, {
        ...stores,
        post: (...call) => slowReceivers.watch(owner, () => post(...call)),
        sendResult: (...call) => slowReceivers.watch(owner, () => sendResult(...call)),
        pauses,
        millisecondsLeft: context.getRemainingTimeInMillis(),
        report: (attempt) => logger.close('webhook', { ...attempt }),
        reportUnsigned: () => logger.warn('webhook not sent: its key is revoked'),
      }).catch((error: unknown): MessageOutcome => {
        // The stores failed: retry soon, not after the whole visibility timeout.
        logger.error('webhook could not be sent', { error });
        return { kind: 'again', seconds: 5 };
      });
      if (delivery.kind === 'done') return;
      await deliverAgain({ sqs, queueUrl, receiptHandle: record.receiptHandle }, delivery.seconds);
    }),
  );
};
