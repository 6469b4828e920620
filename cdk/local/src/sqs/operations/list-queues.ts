import type { Operation } from '../operation.ts';
import { optionalText } from '../parameters.ts';
import { queueUrl } from '../queue.ts';

/**
 * All queues in one page, whatever `MaxResults` says.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html
 */
export const listQueues: Operation = (sqs, input) => {
  const prefix = optionalText(input, 'QueueNamePrefix') ?? '';
  const names = [...sqs.queues.keys()].filter((name) => name.startsWith(prefix)).sort();
  return names.length > 0 ? { QueueUrls: names.map((name) => queueUrl(sqs.endpoint, name)) } : {};
};
