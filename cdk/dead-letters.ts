import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobMessage } from '../lib/jobs/job.ts';

/** One message that nobody could process. */
export interface DeadLetter {
  /** Undefined for what is no message of this service; `body` tells what it is. */
  jobId: string | undefined;
  body: string;
  sentAt: Date;
  /** Times that somebody took it, those who only looked included. */
  receives: number;
}

/** How often it is asked how far a move is, in milliseconds. */
const pollMilliseconds = 1_000;

/** A dead-letter queue: a look into it, and the way back out of it. */
export class DeadLetters {
  readonly #sqs: SQSClient;
  readonly #arn: string;

  constructor(sqs: SQSClient, arn: string) {
    this.#sqs = sqs;
    this.#arn = arn;
  }

  /** Messages in it, as SQS counts them: about right. Those that somebody looks at just now are not among them. */
  async count(): Promise<number> {
    const { Attributes } = await this.#sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: await this.#url(),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  }

  /** Some of its messages, at most ten, which stay where they are. */
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
   * Moves all messages back into the queue that they came from, and waits until they are there.
   *
   * @param report learns how many have been moved so far
   * @returns how many were moved
   * @throws Error with SQS's reason when the move failed half-way; what was moved stays moved
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
          `The move ended as ${task.Status} after ${moved}: ${task.FailureReason ?? 'no reason given'}`,
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
