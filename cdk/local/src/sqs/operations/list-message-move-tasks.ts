import { resourceNotFound } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { optionalInteger, requiredText } from '../parameters.ts';
import { queueOfArn } from '../queue.ts';

/**
 * Lists the last moves out of a queue, newest first. Each has ended, so none has a handle to cancel it by.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasks.html
 */
export const listMessageMoveTasks: Operation = (sqs, input) => {
  const source = queueOfArn(sqs.queues, requiredText(input, 'SourceArn'));
  if (source === undefined) {
    throw resourceNotFound("The resource that you specified for the SourceArn parameter doesn't exist.");
  }
  const limit = optionalInteger(input, 'MaxResults', 1, 10) ?? 1;
  return { Results: (sqs.moves.get(source.name) ?? []).slice(0, limit) };
};
