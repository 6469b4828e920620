import type { Operation, Sqs } from '../operation.ts';
import type { Input } from '../parameters.ts';
import { queueOfRequest, type Queue } from '../queue.ts';
import { readReceiptHandle } from '../receipt-handle.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html */
export const deleteMessage: Operation = (sqs, input) => remove(sqs, queueOfRequest(sqs.queues, input), input);

/**
 * Deletes the message of `ReceiptHandle`. As AWS documents it, a handle from before the latest delivery succeeds
 * without deleting, and deleting twice succeeds; a handle whose visibility timeout has passed still deletes as long
 * as nobody else received the message.
 */
export function remove(sqs: Sqs, queue: Queue, input: Input): object {
  const { messageId, receipt } = readReceiptHandle(queue.name, input);
  sqs.messages.remove(queue.name, messageId, receipt, sqs.now());
  return {};
}
