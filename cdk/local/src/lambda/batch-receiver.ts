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
   * Waits a second for a first message, and then for more until the batch is full or the batching window is over.
   * Without a window the batch is what the first receive returned, at most ten messages.
   *
   * @returns no messages when there are none, or when `signal` aborts: what was gathered by then goes back to the queue
   */
  async receive(signal: AbortSignal): Promise<Message[]> {
    const messages: Message[] = [];
    let deadline = Infinity;
    do {
      const limit = Math.min(10, this.#batchSize - messages.length);
      messages.push(...(await this.#queue.receive(limit, signal)));
      deadline = Math.min(deadline, Date.now() + this.#windowSeconds * 1000);
    } while (
      messages.length > 0 &&
      messages.length < this.#batchSize &&
      Date.now() < deadline &&
      !signal.aborted
    );
    if (!signal.aborted) return messages;
    await this.#queue.release(messages);
    return [];
  }
}
