import type { Message } from '@aws-sdk/client-sqs';

import type { SourceQueue } from './source-queue.ts';

/** Gathers the messages of one batch. */
export class BatchReceiver {
  readonly #queue: SourceQueue;
  readonly #batchSize: number;
  readonly #windowSeconds: number;

  constructor(queue: SourceQueue, mapping: { batchSize: number; maximumBatchingWindowSeconds: number }) {
    this.#queue = queue;
    this.#batchSize = mapping.batchSize;
    this.#windowSeconds = mapping.maximumBatchingWindowSeconds;
  }

  /**
   * Waits for a first message by long polling, then for more until the batch is full or the batching window is over.
   * Without a window the batch is what the first receive returned, at most ten messages.
   *
   * @returns no messages when the poll came back empty, or when `signal` aborts: what was gathered by then goes back
   *   to the queue
   */
  async receive(signal: AbortSignal): Promise<Message[]> {
    const messages = await this.#queue.receive(Math.min(10, this.#batchSize), 20, signal);
    const deadline = Date.now() + this.#windowSeconds * 1000;
    while (messages.length > 0 && messages.length < this.#batchSize && !signal.aborted) {
      const secondsLeft = (deadline - Date.now()) / 1000;
      if (secondsLeft <= 0) break;
      // SQS waits for whole seconds; at least one, so that the last part of the window is not spent spinning.
      const waitSeconds = Math.min(20, Math.max(1, Math.floor(secondsLeft)));
      messages.push(
        ...(await this.#queue.receive(Math.min(10, this.#batchSize - messages.length), waitSeconds, signal)),
      );
    }
    if (!signal.aborted) return messages;
    await this.#queue.release(messages);
    return [];
  }
}
