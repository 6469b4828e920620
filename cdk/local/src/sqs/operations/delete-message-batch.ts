import { batchEntries, settleBatch } from '../batch.ts';
import type { Operation } from '../operation.ts';
import { queueOfRequest } from '../queue.ts';
import { remove } from './delete-message.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
export const deleteMessageBatch: Operation = (sqs, input) => {
  const queue = queueOfRequest(sqs.queues, input);
  return settleBatch(batchEntries(input), (entry) => remove(sqs, queue, entry.input));
};
