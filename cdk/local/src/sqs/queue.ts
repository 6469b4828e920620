import { accountId, arn } from '../template/account.ts';
import { queueDoesNotExist } from './errors.ts';
import { requiredText, type Input } from './parameters.ts';

/** A standard queue, with the settings of its `AWS::SQS::Queue` resource. */
export interface Queue {
  name: string;
  visibilityTimeoutSeconds: number;
  retentionSeconds: number;
  delaySeconds: number;
  /** Long polling when a request does not say; 0 is short polling. */
  receiveWaitSeconds: number;
  /** Dead-letter queue, and how often a message is delivered before it goes there. */
  redrive?: { targetName: string; maxReceiveCount: number };
}

/** Message, and sum of a batch: 1 MiB (SQS Developer Guide, "Amazon SQS message quotas"). */
export const maximumMessageBytes = 1_048_576;

/** `http://127.0.0.1:<port>/000000000000/<name>` */
export function queueUrl(endpoint: string, name: string): string {
  return `${endpoint}/${accountId}/${name}`;
}

export function queueArn(name: string): string {
  return arn('sqs', name);
}

/** The queue of an ARN, if there is one. */
export function queueOfArn(queues: ReadonlyMap<string, Queue>, text: string): Queue | undefined {
  return [...queues.values()].find(({ name }) => queueArn(name) === text);
}

/**
 * The queue that a request names by `QueueUrl`. Only the path counts: a URL from an earlier run, when
 * the port was another, still means the same queue.
 *
 * @throws SqsError QueueDoesNotExist
 */
export function queueOfRequest(queues: ReadonlyMap<string, Queue>, input: Input): Queue {
  const url = requiredText(input, 'QueueUrl');
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const [, owner, name] = path.split('/');
  const queue = owner === accountId && name !== undefined ? queues.get(name) : undefined;
  if (queue === undefined) throw queueDoesNotExist();
  return queue;
}
