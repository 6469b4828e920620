import { md5OfAttributes, selectAttributes } from '../message-attributes.ts';
import type { DeliveredMessage } from '../message.ts';
import type { Operation, Sqs } from '../operation.ts';
import { md5 } from '../outgoing-message.ts';
import { optionalInteger, textList, type Input } from '../parameters.ts';
import { queueArn, queueOfRequest, type Queue } from '../queue.ts';
import { writeReceiptHandle } from '../receipt-handle.ts';

/**
 * Delivers messages, waiting for the first one up to `WaitTimeSeconds`. A client that hangs up while it waits
 * takes no message with it.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
 */
export const receiveMessage: Operation = async (sqs, input, signal) => {
  const queue = queueOfRequest(sqs.queues, input);
  const limit = optionalInteger(input, 'MaxNumberOfMessages', 1, 10) ?? 1;
  const hiddenSeconds =
    optionalInteger(input, 'VisibilityTimeout', 0, 43_200) ?? queue.visibilityTimeoutSeconds;
  const waitSeconds = optionalInteger(input, 'WaitTimeSeconds', 0, 20) ?? queue.receiveWaitSeconds;
  const present = presenter(queue, sqs.senderId, input);

  const deadline = sqs.now() + waitSeconds * 1000;
  while (!signal.aborted) {
    discardExpiredAndDead(sqs, queue);
    const now = sqs.now();
    const delivered = sqs.messages.deliver(queue.name, limit, now, now + hiddenSeconds * 1000);
    if (delivered.length > 0) return { Messages: delivered.map(present) };
    if (now >= deadline) break;
    const next = Math.min(deadline, sqs.messages.nextVisibleAt(queue.name) ?? deadline);
    await sqs.arrivals.wait(queue.name, next - now, signal);
  }
  return {};
};

function discardExpiredAndDead(sqs: Sqs, queue: Queue): void {
  const now = sqs.now();
  sqs.messages.expire(queue.name, now - queue.retentionSeconds * 1000);
  if (queue.redrive === undefined) return;
  const { targetName, maxReceiveCount } = queue.redrive;
  const moved = sqs.messages.moveDead(queue.name, maxReceiveCount, targetName, queueArn(queue.name), now);
  if (moved > 0) sqs.arrivals.announce(targetName);
}

/** Shapes messages with the attributes that the request asks for. */
function presenter(queue: Queue, senderId: string, input: Input): (message: DeliveredMessage) => object {
  const wantedAttributes = textList(input, 'MessageAttributeNames');
  // `AttributeNames` is the older name of the same list.
  const wanted = [...textList(input, 'MessageSystemAttributeNames'), ...textList(input, 'AttributeNames')];
  return (message) => {
    const systemAttributes = Object.entries(systemAttributesOf(message, senderId)).filter(
      ([name, value]) => value !== undefined && (wanted.includes('All') || wanted.includes(name)),
    );
    const attributes = selectAttributes(message.attributes, wantedAttributes);
    const md5OfMessageAttributes = md5OfAttributes(attributes);
    return {
      MessageId: message.messageId,
      ReceiptHandle: writeReceiptHandle(queue.name, message.messageId, message.receipt),
      MD5OfBody: md5(message.body),
      Body: message.body,
      ...(systemAttributes.length > 0 && { Attributes: Object.fromEntries(systemAttributes) }),
      ...(md5OfMessageAttributes !== undefined && {
        MessageAttributes: attributes,
        MD5OfMessageAttributes: md5OfMessageAttributes,
      }),
    };
  };
}

function systemAttributesOf(message: DeliveredMessage, senderId: string): Record<string, string | undefined> {
  return {
    SenderId: senderId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    AWSTraceHeader: message.traceHeader,
    MessageGroupId: message.groupId,
    DeadLetterQueueSourceArn: message.sourceArn,
  };
}
