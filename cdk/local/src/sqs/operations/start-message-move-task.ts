import { randomUUID } from 'node:crypto';

import { invalidParameterValue, resourceNotFound } from '../errors.ts';
import type { Operation, Sqs } from '../operation.ts';
import { optionalText, requiredText } from '../parameters.ts';
import { queueArn, queueOfArn, type Queue } from '../queue.ts';

/**
 * Moves the messages of a dead-letter queue back to where each came from, or all to `DestinationArn`. As on AWS
 * they become new messages, with new ids. The move is complete when this returns, so there are none to cancel, and
 * `MaxNumberOfMessagesPerSecond` has no effect.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 */
export const startMessageMoveTask: Operation = (sqs, input) => {
  const source = queueNamedBy(sqs, 'SourceArn', requiredText(input, 'SourceArn'));
  const sources = [...sqs.queues.values()].filter(({ redrive }) => redrive?.targetName === source.name);
  if (sources.length === 0)
    throw invalidParameterValue('Source queue must be configured as a Dead Letter Queue.');
  const destinationArn = optionalText(input, 'DestinationArn');
  const moved =
    destinationArn === undefined
      ? sources.reduce((sum, target) => sum + move(sqs, source, target, queueArn(target.name)), 0)
      : move(sqs, source, queueNamedBy(sqs, 'DestinationArn', destinationArn), undefined);
  const earlier = sqs.moves.get(source.name) ?? [];
  sqs.moves.set(source.name, [
    {
      Status: 'COMPLETED',
      SourceArn: queueArn(source.name),
      ...(destinationArn === undefined ? {} : { DestinationArn: destinationArn }),
      ApproximateNumberOfMessagesMoved: moved,
      StartedTimestamp: sqs.now(),
    },
    // As many as SQS returns.
    ...earlier.slice(0, 9),
  ]);
  return { TaskHandle: Buffer.from(randomUUID()).toString('base64') };
};

function move(sqs: Sqs, source: Queue, target: Queue, sourceArn: string | undefined): number {
  const moved = sqs.messages.redrive(source.name, target.name, sourceArn, sqs.now());
  sqs.arrivals.announce(target.name);
  return moved;
}

function queueNamedBy(sqs: Sqs, parameter: string, arn: string): Queue {
  const queue = queueOfArn(sqs.queues, arn);
  if (queue === undefined) {
    throw resourceNotFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`);
  }
  return queue;
}
