import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Job } from '../../jobs/job.ts';
import { type CarriedJob, carriedMessageOf, messageOf } from '../../jobs/job-message.ts';
import type { SubmissionQueue } from '../../jobs/job-queue.ts';
import { type ClientSource, openedOnce } from '../lazy-client.ts';

export class SqsJobQueue implements SubmissionQueue {
  readonly #client: () => Promise<SQSClient>;
  readonly #url: string;

  constructor(client: ClientSource<SQSClient>, url: string) {
    this.#client = openedOnce(client);
    this.#url = url;
  }

  send({ id, owner }: Pick<Job, 'id' | 'owner'>, delaySeconds = 0): Promise<void> {
    return this.#send(messageOf(id), owner, delaySeconds);
  }

  carry(carried: CarriedJob): Promise<void> {
    return this.#send(carriedMessageOf(carried), carried.job.owner, 0);
  }

  async #send(body: string, owner: string, delaySeconds: number): Promise<void> {
    const { SendMessageCommand } = await import('./sdk.ts');
    const client = await this.#client();
    await client.send(
      new SendMessageCommand({
        QueueUrl: this.#url,
        MessageBody: body,
        // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
        MessageGroupId: owner,
        DelaySeconds: delaySeconds,
      }),
    );
  }
}
