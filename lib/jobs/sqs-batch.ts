import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { inSpan } from '../base/observability/span.ts';
import type { SpanLog } from '../base/observability/span-log.ts';

/**
 * Processes the records of a batch concurrently, each in a separate span. Only records whose processing rejects are
 * delivered again.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function forEachRecord(
  { Records }: SQSEvent,
  logger: SpanLog,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.all(
    Records.map((record) =>
      inSpan({}, async () => {
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

/** Requests another delivery of the message; not an error. */
class DeliverAgain extends Error {
  override readonly name = 'DeliverAgain';
}

/**
 * Makes SQS deliver a message of `forEachRecord` again after `seconds`, at most 12 hours.
 *
 * @throws DeliverAgain always: that leaves the message in the queue
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

/** Leaves a message of `forEachRecord` in the queue. It stays hidden for its current visibility timeout. */
export function leaveInQueue(): never {
  throw new DeliverAgain();
}

/** Receives after which a returned message is replaced. SQS takes messages with more receives for bad ones. */
const mostReceives = 3;

/**
 * Returns a message without an error to the queue, so that any worker can receive it after `seconds`. Each receive
 * counts towards `maxReceiveCount`. Therefore a message with many receives is replaced by a new one with the same
 * content, and returning it never moves it to the dead-letter queue. A function that dies in between leaves two
 * messages, but a job with two messages runs once.
 *
 * @param seconds at most 900
 * @returns true if the message is still in the queue and must stay there; false if it was replaced and must be deleted
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
