import { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { startEventSource, type EventSourceMapping } from '../../src/lambda/event-source.ts';
import type { InvokeOutcome } from '../../src/lambda/invoke-outcome.ts';
import type { Queue } from '../../src/sqs/server.ts';
import { plain, startQueues } from '../../testing/sqs.ts';

type Invoke = (event: SQSEvent) => InvokeOutcome | Promise<InvokeOutcome>;

const response = (value: unknown): InvokeOutcome => ({ kind: 'response', payload: JSON.stringify(value) });
const success = response(null);

/** A queue with a mapping to `invoke`, which records the events it gets. */
async function startMapping(options: {
  invoke?: Invoke;
  queue?: Partial<Queue>;
  mapping?: Partial<EventSourceMapping>;
}) {
  const { client, sqs, url } = await startQueues({ queues: [{ ...plain, ...options.queue }] });
  const events: SQSEvent[] = [];
  const log: string[] = [];
  const source = startEventSource({
    mapping: {
      queueUrl: url,
      queueArn: sqs.queueArn('jobs'),
      batchSize: 10,
      maximumBatchingWindowSeconds: 0,
      maximumConcurrency: 2,
      reportBatchItemFailures: true,
      enabled: true,
      ...options.mapping,
    },
    sqs: client,
    invoke: async (payload) => {
      const event = JSON.parse(payload) as SQSEvent;
      events.push(event);
      return (options.invoke ?? (() => success))(event);
    },
    log: (line) => log.push(line),
  });
  onTestFinished(async () => {
    const stopped = source.stop();
    await sqs.stop(); // ends the poll that the source waits for
    await stopped;
  });
  const send = (...bodies: string[]) =>
    client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: bodies.map((MessageBody, index) => ({ Id: `${index}`, MessageBody })),
      }),
    );
  const counts = async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    return {
      visible: Number(Attributes?.ApproximateNumberOfMessages),
      hidden: Number(Attributes?.ApproximateNumberOfMessagesNotVisible),
    };
  };
  const deliveries = () => events.flatMap(({ Records }) => Records.map(({ body }) => body));
  return { client, sqs, url, events, log, source, send, counts, deliveries };
}

const eventually = { timeout: 10_000 };

describe('the event', () => {
  it('has the shape that Lambda gives it', async () => {
    const { client, url, sqs, events } = await startMapping({});
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: '{"jobId":"1"}',
        MessageGroupId: 'tenant-1',
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'docx' },
          digest: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 3) },
        },
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5e8b' } },
      }),
    );
    await vi.waitFor(() => expect(events).toHaveLength(1), eventually);
    const text = expect.any(String) as string;
    expect(events[0]).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          receiptHandle: text,
          body: '{"jobId":"1"}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/) as string,
            SenderId: text,
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/) as string,
            AWSTraceHeader: 'Root=1-5e8b',
            MessageGroupId: 'tenant-1',
          },
          messageAttributes: {
            kind: { stringValue: 'docx', stringListValues: [], binaryListValues: [], dataType: 'String' },
            digest: { binaryValue: 'AQID', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
          },
          md5OfBody: '587d93647177c70fab1c0df663d53575',
          md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          eventSource: 'aws:sqs',
          eventSourceARN: sqs.queueArn('jobs'),
          awsRegion: 'us-east-1',
        },
      ],
    });
  });

  it('has at most a batch of messages, and is under six megabytes', async () => {
    const { client, url, events, counts } = await startMapping({
      mapping: { maximumConcurrency: 1 },
      queue: { delaySeconds: 1 },
    });
    for (let count = 0; count < 7; count++) {
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x'.repeat(1_000_000) }));
    }
    await vi.waitFor(async () => {
      expect(events.flatMap(({ Records }) => Records)).toHaveLength(7);
      expect(await counts()).toEqual({ visible: 0, hidden: 0 });
    }, eventually);
    for (const event of events) expect(JSON.stringify(event).length).toBeLessThanOrEqual(6_291_456);
  });

  it('gathers messages for the batching window', async () => {
    const { send, events } = await startMapping({
      mapping: { batchSize: 12, maximumBatchingWindowSeconds: 20 },
    });
    await send('1', '2', '3', '4');
    await send('5', '6', '7', '8');
    await send('9', '10', '11', '12', '13');
    await vi.waitFor(() => expect(events).not.toEqual([]), eventually);
    expect(events[0]?.Records).toHaveLength(12);
  });
});

describe('a batch', () => {
  it.each([
    ['null', null],
    ['an empty object', {}],
    ['a null list', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
  ])('is deleted when the function responds with %s', async (_, value) => {
    const { send, events, counts } = await startMapping({ invoke: () => response(value) });
    await send('a', 'b');
    await vi.waitFor(async () => {
      expect(events).not.toEqual([]);
      expect(await counts()).toEqual({ visible: 0, hidden: 0 });
    }, eventually);
  });

  it('is deleted whatever the response says, unless the mapping reports item failures', async () => {
    const { send, events, counts } = await startMapping({
      mapping: { reportBatchItemFailures: false },
      invoke: ({ Records }) =>
        response({ batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) }),
    });
    await send('a');
    await vi.waitFor(async () => {
      expect(events).not.toEqual([]);
      expect(await counts()).toEqual({ visible: 0, hidden: 0 });
    }, eventually);
  });

  it('keeps the messages that the function reports, until their visibility timeout', async () => {
    const { send, deliveries, counts } = await startMapping({
      queue: { visibilityTimeoutSeconds: 1 },
      invoke: ({ Records }) =>
        response({
          batchItemFailures: Records.filter(
            ({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1',
          ).map(({ messageId }) => ({ itemIdentifier: messageId })),
        }),
    });
    await send('good', 'bad', 'fine');
    await vi.waitFor(async () => {
      expect(deliveries().filter((body) => body === 'bad')).toHaveLength(2);
      expect(await counts()).toEqual({ visible: 0, hidden: 0 });
    }, eventually);
    expect(deliveries().toSorted()).toEqual(['bad', 'bad', 'fine', 'good']);
  });

  it.each<[string, InvokeOutcome]>([
    ['names a message that was not in it', response({ batchItemFailures: [{ itemIdentifier: 'other' }] })],
    ['names no message', response({ batchItemFailures: [{ itemIdentifier: '' }] })],
    ['has a null identifier', response({ batchItemFailures: [{ itemIdentifier: null }] })],
    ['has a misspelt key', response({ batchItemFailures: [{ itemIdentifer: 'x' }] })],
    ['has no list', response({ batchItemFailures: 'none' })],
    ['is not an object', response('done')],
    ['is not JSON', { kind: 'response', payload: '{' }],
  ])('fails as a whole when the response %s', async (_, outcome) => {
    const { send, log, counts, events } = await startMapping({ invoke: () => outcome });
    await send('a');
    await vi.waitFor(() => expect(log).not.toEqual([]), eventually);
    expect(log).toEqual([expect.stringMatching(/jobs: the whole batch counts as failed, since/)]);
    expect(await counts()).toEqual({ visible: 0, hidden: events[0]?.Records.length });
  });

  it.each<[string, InvokeOutcome]>([
    ['fails', { kind: 'error', errorType: 'Sandbox.Timedout', errorMessage: 'too slow' }],
    ['is throttled', { kind: 'throttled' }],
  ])('comes back after its visibility timeout when the invocation %s', async (_, outcome) => {
    let invocations = 0;
    const { send, deliveries, counts, source, events } = await startMapping({
      queue: { visibilityTimeoutSeconds: 1 },
      invoke: () => (invocations++ === 0 ? outcome : success),
    });
    await send('a');
    await vi.waitFor(async () => {
      expect(deliveries()).toEqual(['a', 'a']);
      expect(await counts()).toEqual({ visible: 0, hidden: 0 });
    }, eventually);
    expect(events[1]?.Records[0]?.attributes.ApproximateReceiveCount).toBe('2');
    await source.stop();
  });
});

describe('polling', () => {
  it('receives no more messages than invocations are free', async () => {
    let release = (_: InvokeOutcome): void => undefined;
    const busy = new Promise<InvokeOutcome>((resolve) => (release = resolve));
    const { send, events, counts } = await startMapping({
      mapping: { batchSize: 1, maximumConcurrency: 2 },
      invoke: () => busy,
    });
    await send('1', '2', '3', '4', '5');
    await vi.waitFor(() => expect(events).toHaveLength(2), eventually);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await counts()).toEqual({ visible: 3, hidden: 2 });
    release(success);
    await vi.waitFor(async () => expect(await counts()).toEqual({ visible: 0, hidden: 0 }), eventually);
    expect(events).toHaveLength(5);
  });

  it('does not begin when the mapping is disabled', async () => {
    const { send, events, counts } = await startMapping({ mapping: { enabled: false } });
    await send('a');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toEqual([]);
    expect(await counts()).toEqual({ visible: 1, hidden: 0 });
  });

  it('takes no message after the stop', async () => {
    const { send, source, events, counts } = await startMapping({});
    await source.stop();
    await send('a');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toEqual([]);
    expect(await counts()).toEqual({ visible: 1, hidden: 0 });
  });

  it('waits at the stop for running invocations and deletes what they handled', async () => {
    let release = (_: InvokeOutcome): void => undefined;
    const busy = new Promise<InvokeOutcome>((resolve) => (release = resolve));
    const { send, source, events, counts } = await startMapping({ invoke: () => busy });
    await send('a');
    await vi.waitFor(() => expect(events).toHaveLength(1), eventually);
    let stopped = false;
    const stopping = source.stop().then(() => (stopped = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stopped).toBe(false);
    release(success);
    await stopping;
    expect(await counts()).toEqual({ visible: 0, hidden: 0 });
  });

  it('gives back at the stop what it had gathered for a batch', async () => {
    const { send, source, events, counts, log } = await startMapping({
      mapping: { maximumBatchingWindowSeconds: 300 },
    });
    await send('a', 'b');
    await vi.waitFor(async () => expect(await counts()).toEqual({ visible: 0, hidden: 2 }), eventually);
    await source.stop();
    expect(events).toEqual([]);
    expect(log).toEqual([]);
    expect(await counts()).toEqual({ visible: 2, hidden: 0 });
  });

  it('reports once that the queue cannot be reached, and goes on', async () => {
    const { sqs, log, source } = await startMapping({});
    await sqs.stop();
    await vi.waitFor(() => expect(log).toHaveLength(1), eventually);
    expect(log[0]).toContain('cannot receive messages');
    await source.stop();
    expect(log).toHaveLength(1);
  });
});
