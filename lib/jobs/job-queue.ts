import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { JobMessage } from './job.ts';

export interface JobQueue {
  send(jobId: string): Promise<void>;
}

export class SqsJobQueue implements JobQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  async send(jobId: string): Promise<void> {
    const message: JobMessage = { v: 1, jobId };
    await this.#client.send(
      new SendMessageCommand({ QueueUrl: this.#url, MessageBody: JSON.stringify(message) }),
    );
  }
}
