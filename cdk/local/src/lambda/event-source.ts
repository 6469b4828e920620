import { setTimeout as sleep } from 'node:timers/promises';

import type { Message, SQSClient } from '@aws-sdk/client-sqs';

import type { Log } from '../service.ts';
import { BatchReceiver } from './batch-receiver.ts';
import { failedMessages } from './batch-response.ts';
import type { InvokeOutcome } from './invoke-outcome.ts';
import { SourceQueue } from './source-queue.ts';
import { invocationBatches, sqsEvent } from './sqs-event.ts';

/** An `AWS::Lambda::EventSourceMapping` whose source is an SQS queue. */
export interface EventSourceMapping {
  queueUrl: string;
  queueArn: string;
  /** Most messages in one invocation. */
  batchSize: number;
  /** How long to gather messages after the first one; 0 invokes with what one receive returns. */
  maximumBatchingWindowSeconds: number;
  /** Most invocations at the same time. */
  maximumConcurrency: number;
  /** Whether `FunctionResponseTypes` has `ReportBatchItemFailures`. */
  reportBatchItemFailures: boolean;
  enabled: boolean;
}

const longestBackoffMs = 10_000;

/**
 * Polls a queue and invokes a function with its messages, as Lambda's event source mapping does: success deletes the
 * batch, everything else leaves the messages to their visibility timeout. Messages are received only while an
 * invocation is free, so that none waits hidden. After throttling, polling slows down.
 *
 * @param options.invoke synchronous invocation with the event as JSON
 * @returns `stop`, which ends polling, waits for running invocations and settles their messages
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function startEventSource(options: {
  mapping: EventSourceMapping;
  sqs: SQSClient;
  invoke: (payload: string) => Promise<InvokeOutcome>;
  log: Log;
}): { stop(): Promise<void> } {
  const { mapping, sqs, invoke, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = mapping.queueArn.split(':').at(-1) ?? '';
  const queue = new SourceQueue(sqs, mapping.queueUrl, (line) => log(`Queue ${name}: ${line}`));
  const receiver = new BatchReceiver(queue, mapping);
  const running = new Set<Promise<void>>();
  let backoffMs = 0;

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      if (running.size >= mapping.maximumConcurrency) {
        await Promise.race(running);
        continue;
      }
      if (backoffMs > 0) await pause(backoffMs, signal);
      const messages = await receiver.receive(signal);
      if (messages.length === 0) continue;
      const work = handle(messages)
        .catch((error: unknown) => log(`Queue ${name}: ${String(error)}`))
        .finally(() => running.delete(work));
      running.add(work);
    }
  }

  async function handle(messages: Message[]): Promise<void> {
    for (const batch of invocationBatches(messages, mapping.queueArn)) {
      const outcome = await invoke(sqsEvent(batch, mapping.queueArn));
      backoffMs = outcome.kind === 'throttled' ? Math.min(longestBackoffMs, backoffMs * 2 || 100) : 0;
      await queue.remove(succeeded(batch, outcome));
    }
  }

  function succeeded(batch: Message[], outcome: InvokeOutcome): Message[] {
    switch (outcome.kind) {
      case 'response': {
        if (!mapping.reportBatchItemFailures) return batch;
        const ids = batch.map(({ MessageId = '' }) => MessageId);
        const result = failedMessages(outcome.payload.toString(), ids);
        if ('malformed' in result) {
          log(`Queue ${name}: the whole batch counts as failed, since ${result.malformed}`);
          return [];
        }
        return batch.filter(({ MessageId = '' }) => !result.failed.has(MessageId));
      }
      case 'error':
        log(`Queue ${name}: ${outcome.errorType}: ${outcome.errorMessage}`);
        return [];
      case 'throttled':
        return [];
      case 'too-large':
        log(`Queue ${name}: the messages are too large for one invocation`);
        return [];
    }
  }

  const polling = mapping.enabled ? poll() : Promise.resolve();
  return {
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.all(running);
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
