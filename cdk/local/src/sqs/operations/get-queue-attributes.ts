import { invalidAttributeName } from '../errors.ts';
import type { Operation, Sqs } from '../operation.ts';
import { textList } from '../parameters.ts';
import { maximumMessageBytes, queueArn, queueOfRequest, type Queue } from '../queue.ts';

/** Attributes that a queue may have, but that mean nothing here, or not for a standard queue. */
const absent = new Set([
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'FifoQueue',
  'FifoThroughputLimit',
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'Policy',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
]);

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export const getQueueAttributes: Operation = (sqs, input) => {
  const queue = queueOfRequest(sqs.queues, input);
  const wanted = textList(input, 'AttributeNames');
  const attributes = attributesOf(sqs, queue);
  const unknown = wanted.find(
    (name) => name !== 'All' && !Object.hasOwn(attributes, name) && !absent.has(name),
  );
  if (unknown !== undefined) throw invalidAttributeName(unknown);
  const selected = Object.entries(attributes).filter(
    ([name]) => wanted.includes('All') || wanted.includes(name),
  );
  return selected.length > 0 ? { Attributes: Object.fromEntries(selected) } : {};
};

function attributesOf(sqs: Sqs, queue: Queue): Record<string, string> {
  const now = sqs.now();
  sqs.messages.expire(queue.name, now - queue.retentionSeconds * 1000);
  const counts = sqs.messages.count(queue.name, now);
  const createdAt = String(Math.floor(sqs.messages.createdAt(queue.name, now) / 1000));
  return {
    QueueArn: queueArn(queue.name),
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    CreatedTimestamp: createdAt,
    LastModifiedTimestamp: createdAt,
    VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
    MaximumMessageSize: String(maximumMessageBytes),
    MessageRetentionPeriod: String(queue.retentionSeconds),
    DelaySeconds: String(queue.delaySeconds),
    ReceiveMessageWaitTimeSeconds: String(queue.receiveWaitSeconds),
    ...(queue.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: queueArn(queue.redrive.targetName),
        maxReceiveCount: queue.redrive.maxReceiveCount,
      }),
    }),
  };
}
