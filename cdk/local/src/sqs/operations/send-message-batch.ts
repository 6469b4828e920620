import { batchEntries, settleBatch } from '../batch.ts';
import { batchRequestTooLong } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { parseOutgoingMessage, sendResult } from '../outgoing-message.ts';
import { maximumMessageBytes, queueOfRequest } from '../queue.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const sendMessageBatch: Operation = (sqs, input) => {
  const queue = queueOfRequest(sqs.queues, input);
  const now = sqs.now();
  const parsed = settleBatch(batchEntries(input), (entry) => ({
    message: parseOutgoingMessage(queue, entry.input, now),
  }));
  const sizeBytes = parsed.Successful.reduce((sum, { message }) => sum + message.sizeBytes, 0);
  if (sizeBytes > maximumMessageBytes) throw batchRequestTooLong(maximumMessageBytes, sizeBytes);
  const messageIds = sqs.messages.add(parsed.Successful.map(({ message }) => message.stored));
  sqs.arrivals.announce(queue.name);
  return {
    ...parsed,
    Successful: parsed.Successful.map(({ Id, message }, index) => ({
      Id,
      ...sendResult(message, messageIds[index] ?? ''),
    })),
  };
};
