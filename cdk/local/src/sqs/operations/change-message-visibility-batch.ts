import { batchEntries, settleBatch } from '../batch.ts';
import type { Operation } from '../operation.ts';
import { queueOfRequest } from '../queue.ts';
import { changeVisibility } from './change-message-visibility.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibilityBatch.html */
export const changeMessageVisibilityBatch: Operation = (sqs, input) => {
  const queue = queueOfRequest(sqs.queues, input);
  return settleBatch(batchEntries(input), (entry) => changeVisibility(sqs, queue, entry.input));
};
