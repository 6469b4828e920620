import { setTimeout as sleep } from 'node:timers/promises';

import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';

import type { Log } from '../service.ts';

/** The queue of an event source mapping. Nothing here rejects: a message that could not be settled comes back. */
export class SourceQueue {
  readonly #sqs: SQSClient;
  readonly #url: string;
  readonly #log: Log;
  #unreachable = false;

  constructor(sqs: SQSClient, url: string, log: Log) {
    this.#sqs = sqs;
    this.#url = url;
    this.#log = log;
  }

  /**
   * Waits up to a second for messages. Longer polls would have to be broken off to stop in time, and a message that
   * is delivered to a broken-off poll stays hidden for its visibility timeout.
   *
   * @param signal ends the pause after a failure
   */
  async receive(limit: number, signal: AbortSignal): Promise<Message[]> {
    try {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#url,
          MaxNumberOfMessages: limit,
          WaitTimeSeconds: 1,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      );
      this.#unreachable = false;
      return Messages;
    } catch (error) {
      if (!this.#unreachable && !signal.aborted) this.#log(`cannot receive messages: ${String(error)}`);
      this.#unreachable = true;
      await sleep(1000, undefined, { signal }).catch(() => undefined);
      return [];
    }
  }

  /** Deletes messages that were handled. */
  async remove(messages: readonly Message[]): Promise<void> {
    await this.#settle(messages, 'deleted', (chunk) =>
      this.#sqs.send(new DeleteMessageBatchCommand({ QueueUrl: this.#url, Entries: chunk })),
    );
  }

  /** Makes messages visible again at once. */
  async release(messages: readonly Message[]): Promise<void> {
    await this.#settle(messages, 'released', (chunk) =>
      this.#sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: this.#url,
          Entries: chunk.map((entry) => ({ ...entry, VisibilityTimeout: 0 })),
        }),
      ),
    );
  }

  async #settle(
    messages: readonly Message[],
    action: string,
    send: (entries: BatchEntry[]) => Promise<{ Failed?: { Message?: string | undefined }[] | undefined }>,
  ): Promise<void> {
    for (let start = 0; start < messages.length; start += 10) {
      const chunk = messages.slice(start, start + 10);
      const entries = chunk.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
      try {
        const { Failed: failed = [] } = await send(entries);
        for (const { Message: reason } of failed) this.#log(`message not ${action}: ${reason ?? ''}`);
      } catch (error) {
        this.#log(`messages not ${action}: ${String(error)}`);
      }
    }
  }
}

interface BatchEntry {
  Id: string;
  ReceiptHandle: string | undefined;
}
