import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Job, JobMessage } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';

export class SqsJobQueue implements JobQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send({ id, owner }: Pick<Job, 'id' | 'owner'>, delaySeconds = 0): Promise<void> {
    const message: JobMessage = { v: 1, jobId: id };
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#url,
        MessageBody: JSON.stringify(message),
        // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
        MessageGroupId: owner,
        DelaySeconds: delaySeconds,
      }),
    );
  }
}
