import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { deliverAgain, giveBack } from './sqs-batch.ts';

export interface HeldMessageOptions {
  sqs: SQSClient;
  queueUrl: string;
  record: SQSRecord;
  /** Receives errors of calls that hide the message. It then returns to the queue sooner or later than intended. */
  report: (error: unknown) => void;
}

/**
 * A received message that stays hidden from other workers for a lease at a time. If its worker dies, another one
 * receives it when the lease has lapsed, and not after the visibility timeout of the queue, which must be longer than
 * the function's timeout. Calls to SQS are made one after another.
 */
export class HeldMessage {
  readonly #options: HeldMessageOptions;
  #lastCall: Promise<unknown> = Promise.resolve();

  constructor(options: HeldMessageOptions) {
    this.#options = options;
  }

  /** Hides the message for `seconds` from now. Does not wait for SQS. */
  hide(seconds: number): void {
    const { sqs, queueUrl, record, report } = this.#options;
    const command = new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl,
      ReceiptHandle: record.receiptHandle,
      VisibilityTimeout: seconds,
    });
    this.#lastCall = this.#lastCall.then(() => sqs.send(command)).catch(report);
  }

  /** As `giveBack` of a batch. */
  async giveBack(seconds: number): Promise<boolean> {
    await this.#lastCall;
    return giveBack(this.#options, seconds);
  }

  /** As `deliverAgain` of a batch. */
  async deliverAgain(seconds: number): Promise<never> {
    await this.#lastCall;
    const { sqs, queueUrl, record } = this.#options;
    return deliverAgain({ sqs, queueUrl, receiptHandle: record.receiptHandle }, seconds);
  }

  /** Waits for the calls that were begun. */
  async settled(): Promise<void> {
    await this.#lastCall;
  }
}
