import { purgeQueueInProgress } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { queueOfRequest } from '../queue.ts';

/**
 * Deletes all messages, those in flight too. AWS takes up to a minute for it, this happens at once; but a second
 * purge within the minute is rejected all the same.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html
 */
export const purgeQueue: Operation = (sqs, input) => {
  const { name } = queueOfRequest(sqs.queues, input);
  const now = sqs.now();
  const lastPurge = sqs.purges.get(name);
  if (lastPurge !== undefined && now - lastPurge < 60_000) throw purgeQueueInProgress(name);
  sqs.purges.set(name, now);
  sqs.messages.purge(name);
  return {};
};
