import { setTimeout as sleep } from 'node:timers/promises';

import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';

import { plain, startQueues } from '../../testing/sqs.ts';

const poll = (client: SQSClient, url: string, abortSignal?: AbortSignal) =>
  client.send(
    new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 }),
    abortSignal && { abortSignal },
  );

const send = (client: SQSClient, url: string, MessageBody: string, DelaySeconds?: number) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody,
      ...(DelaySeconds !== undefined && { DelaySeconds }),
    }),
  );

// The polls below wait 20 seconds unless they are woken, which is longer than these tests may take.
describe('a long poll', { timeout: 10_000 }, () => {
  it('is woken by a message that arrives', async () => {
    const { client, url } = await startQueues({});
    const waiting = poll(client, url);
    await sleep(50);
    await send(client, url, 'a');
    expect((await waiting).Messages).toMatchObject([{ Body: 'a' }]);
  });

  it('is woken when a delayed message becomes visible, even if that one came later', async () => {
    const { client, url } = await startQueues({});
    await send(client, url, 'much later', 900);
    const waiting = poll(client, url);
    await sleep(50);
    await send(client, url, 'soon', 1);
    expect((await waiting).Messages).toMatchObject([{ Body: 'soon' }]);
  });

  it('is woken when a visibility timeout passes or is set to zero', async () => {
    const { client, url } = await startQueues({});
    await send(client, url, 'a');
    await client.send(new ReceiveMessageCommand({ QueueUrl: url, VisibilityTimeout: 1 }));
    const [message] = (await poll(client, url)).Messages ?? [];
    expect(message?.Body).toBe('a');
    const waiting = poll(client, url);
    await sleep(50);
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: message?.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
    expect((await waiting).Messages).toMatchObject([{ Body: 'a' }]);
  });

  it('is woken by a message that is moved to the dead-letter queue', async () => {
    const { client, sqs, url } = await startQueues({
      queues: [
        { ...plain, visibilityTimeoutSeconds: 0, redrive: { targetName: 'dead', maxReceiveCount: 1 } },
        { ...plain, name: 'dead' },
      ],
    });
    await send(client, url, 'a');
    await client.send(new ReceiveMessageCommand({ QueueUrl: url }));
    const waiting = poll(client, sqs.queueUrl('dead'));
    await sleep(50);
    expect((await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages).toBeUndefined();
    expect((await waiting).Messages).toMatchObject([{ Body: 'a' }]);
  });

  it('is one of many that share the messages without a message going to two', async () => {
    const { client, url } = await startQueues({});
    const polls = Array.from({ length: 5 }, () => poll(client, url));
    await sleep(50);
    await Promise.all(Array.from({ length: 5 }, (_, index) => send(client, url, `${index}`)));
    const bodies = (await Promise.all(polls)).flatMap(({ Messages = [] }) =>
      Messages.map(({ Body }) => Body),
    );
    expect(bodies.sort()).toEqual(['0', '1', '2', '3', '4']);
  });

  it('comes back empty after its time, which the queue sets if the request does not', async () => {
    const { client, url } = await startQueues({ queues: [{ ...plain, receiveWaitSeconds: 1 }] });
    const began = performance.now();
    expect((await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages).toBeUndefined();
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('takes no message with it when its client hangs up', async () => {
    const { client, url } = await startQueues({});
    const hangUp = new AbortController();
    const waiting = poll(client, url, hangUp.signal);
    await sleep(50);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await sleep(50);
    await send(client, url, 'a');
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '0',
    });
  });

  it('ends when the service stops', async () => {
    const { client, sqs, url } = await startQueues({});
    const waiting = poll(client, url);
    await sleep(50);
    await sqs.stop();
    expect((await waiting).Messages).toBeUndefined();
  });
});
