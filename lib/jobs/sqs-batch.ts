import type { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * Works through a batch. A record whose work rejects is delivered again, and the others are not.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function forEachRecord(
  { Records }: SQSEvent,
  logger: Logger,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of Records) {
    try {
      await work(record);
    } catch (error) {
      if (!(error instanceof DeliverAgain))
        logger.error('message failed', { messageId: record.messageId, error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}

/** Nothing is wrong, but the message must come again. */
export class DeliverAgain extends Error {
  override readonly name = 'DeliverAgain';
}
