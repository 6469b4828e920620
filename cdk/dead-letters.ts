import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobMessage } from '#lib/jobs/job-message.ts';

/** A message of a dead-letter queue. */
export interface DeadLetter {
  /** Undefined when the message is not from this service. */
  jobId: string | undefined;
  body: string;
  sentAt: Date;
  /** How often it was received, by `sample` too. */
  receives: number;
}

/** Time between checks of the progress of a move. */
const pollMilliseconds = 1_000;

/** Inspects and redrives a dead-letter queue. */
export class DeadLetters {
  readonly #sqs: SQSClient;
  readonly #arn: string;

  constructor(sqs: SQSClient, arn: string) {
    this.#sqs = sqs;
    this.#arn = arn;
  }

  /** Approximate number of its visible messages. */
  async count(): Promise<number> {
    const { Attributes } = await this.#sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: await this.#url(),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  }

  /** At most ten of its messages, which stay in the queue. */
  async sample(): Promise<DeadLetter[]> {
    const { Messages = [] } = await this.#sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: await this.#url(),
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 0,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
      }),
    );
    return Messages.map(({ Body = '', Attributes = {} }) => ({
      jobId: jobIdOf(Body),
      body: Body,
      sentAt: new Date(Number(Attributes.SentTimestamp)),
      receives: Number(Attributes.ApproximateReceiveCount),
    }));
  }

  /**
   * Moves all messages back to their source queue and waits for completion.
   *
   * @param report receives the number of messages moved so far
   * @returns the number of messages moved
   * @throws Error with the reason of SQS when the move fails. Messages that were moved by then stay moved
   */
  async redrive(report: (moved: number) => void = () => undefined): Promise<number> {
    await this.#sqs.send(new StartMessageMoveTaskCommand({ SourceArn: this.#arn }));
    for (;;) {
      const { Results: [task] = [] } = await this.#sqs.send(
        new ListMessageMoveTasksCommand({ SourceArn: this.#arn, MaxResults: 1 }),
      );
      const moved = task?.ApproximateNumberOfMessagesMoved ?? 0;
      if (task?.Status === 'COMPLETED') return moved;
      if (task?.Status !== undefined && task.Status !== 'RUNNING') {
        throw new Error(
          `The move ended as ${task.Status} after ${moved} messages: ${task.FailureReason ?? 'no reason given'}`,
        );
      }
      report(moved);
      await sleep(pollMilliseconds);
    }
  }

  async #url(): Promise<string> {
    const { QueueUrl = '' } = await this.#sqs.send(
      new GetQueueUrlCommand({ QueueName: this.#arn.split(':').at(-1) ?? '' }),
    );
    return QueueUrl;
  }
}

function jobIdOf(body: string): string | undefined {
  try {
    return jobMessage.safeParse(JSON.parse(body)).data?.jobId;
  } catch {
    return undefined;
  }
}
