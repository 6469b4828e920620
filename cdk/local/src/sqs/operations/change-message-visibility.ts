import { invalidParameterValue, messageNotInflight } from '../errors.ts';
import type { Operation, Sqs } from '../operation.ts';
import { requiredInteger, type Input } from '../parameters.ts';
import { queueOfRequest, type Queue } from '../queue.ts';
import { readReceiptHandle } from '../receipt-handle.ts';

/** Longest time that a message stays hidden after one delivery: 12 hours. */
const maximumHiddenSeconds = 43_200;

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html */
export const changeMessageVisibility: Operation = (sqs, input) =>
  changeVisibility(sqs, queueOfRequest(sqs.queues, input), input);

/** Hides an in-flight message for `VisibilityTimeout` seconds from now; 0 makes it visible at once. */
export function changeVisibility(sqs: Sqs, queue: Queue, input: Input): object {
  const { text, messageId, receipt } = readReceiptHandle(queue.name, input);
  const seconds = requiredInteger(input, 'VisibilityTimeout', 0, maximumHiddenSeconds);
  const now = sqs.now();
  const delivery = sqs.messages.lastDelivery(queue.name, messageId);
  if (delivery?.receipt !== receipt) {
    throw invalidParameterValue(
      `Value ${text} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
    );
  }
  if (delivery.visibleAt <= now) throw messageNotInflight(text);
  const visibleAt = now + seconds * 1000;
  if (visibleAt - (delivery.receivedAt ?? now) > maximumHiddenSeconds * 1000) {
    throw invalidParameterValue(
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [${maximumHiddenSeconds} seconds].`,
    );
  }
  sqs.messages.setVisibleAt(queue.name, messageId, visibleAt);
  sqs.arrivals.announce(queue.name);
  return {};
}
