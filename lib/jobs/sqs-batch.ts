import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { inWork } from '../base/observability/work.ts';
import type { WorkLog } from '../base/observability/work-log.ts';

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
  return leaveInQueue();
}

/** Keeps a message of `forEachRecord` in the queue, hidden for as long as it is now. */
export function leaveInQueue(): never {
  throw new DeliverAgain();
}

/** Receives after which a message that is given back is replaced. SQS takes those with more for bad ones. */
const mostReceives = 3;

/**
 * Gives a message back with which nothing is wrong, so that it comes again after so many seconds, to whatever function.
 * Each receive counts towards `maxReceiveCount`, so one that was received often is replaced by a new message with the
 * same content: giving back never takes a message to the dead-letter queue. What dies in between leaves two messages, and
 * a job with two messages runs once.
 *
 * @param seconds at most 900
 * @returns whether the message is still in the queue, and must be left there; delete a replaced one
 */
export async function giveBack(
  { sqs, queueUrl, record }: { sqs: SQSClient; queueUrl: string; record: SQSRecord },
  seconds: number,
): Promise<boolean> {
  const { attributes, body, receiptHandle } = record;
  if (Number(attributes.ApproximateReceiveCount) < mostReceives) {
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
    return true;
  }
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: body,
      MessageGroupId: attributes.MessageGroupId,
      DelaySeconds: seconds,
    }),
  );
  return false;
}
