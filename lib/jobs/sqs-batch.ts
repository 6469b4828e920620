import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { inWork } from '../observability/work.ts';
import type { WorkLog } from '../observability/work-log.ts';

/**
 * Works on the records of a batch at the same time, on each as a piece of work of its own. A record whose work rejects is
 * delivered again, and the others are not.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function forEachRecord(
  { Records }: SQSEvent,
  logger: WorkLog,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.all(
    Records.map((record) =>
      inWork({}, async () => {
        try {
          await work(record);
          return [];
        } catch (error) {
          if (!(error instanceof DeliverAgain))
            logger.error('message failed', { messageId: record.messageId, error });
          return [{ itemIdentifier: record.messageId }];
        }
      }),
    ),
  );
  return { batchItemFailures: outcomes.flat() };
}

/** Nothing is wrong, but the message must come again. */
class DeliverAgain extends Error {
  override readonly name = 'DeliverAgain';
}

/**
 * Has a message of `forEachRecord` delivered again after so many seconds, 12 hours at most.
 *
 * @throws always, which is what keeps the message
 */
export async function deliverAgain(
  { sqs, queueUrl, receiptHandle }: { sqs: SQSClient; queueUrl: string; receiptHandle: string },
  seconds: number,
): Promise<never> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );
  throw new DeliverAgain();
}
