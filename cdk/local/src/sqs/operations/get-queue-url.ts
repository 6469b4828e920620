import { queueDoesNotExist } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { requiredText } from '../parameters.ts';
import { queueUrl } from '../queue.ts';

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueUrl.html */
export const getQueueUrl: Operation = (sqs, input) => {
  const name = requiredText(input, 'QueueName');
  if (!sqs.queues.has(name)) throw queueDoesNotExist();
  return { QueueUrl: queueUrl(sqs.endpoint, name) };
};
