import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  MessageNotInflight,
  ReceiptHandleIsInvalid,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';

import { manualClock, plain, startQueues } from '../../testing/sqs.ts';

async function queueWithMessages(...bodies: string[]) {
  const clock = manualClock();
  const queues = await startQueues({ now: clock.now, queues: [plain, { ...plain, name: 'other' }] });
  const { client, url } = queues;
  for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
  const receive = async (seconds?: number): Promise<Message | undefined> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MessageSystemAttributeNames: ['All'],
        ...(seconds !== undefined && { VisibilityTimeout: seconds }),
      }),
    );
    return Messages[0];
  };
  const remove = (message: Message | undefined) =>
    client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message?.ReceiptHandle }));
  const hide = (message: Message | undefined, seconds: number) =>
    client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: message?.ReceiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
  return { ...queues, clock, receive, remove, hide };
}

describe('visibility', () => {
  it('hides a received message until its timeout, then delivers it again and counts', async () => {
    const { clock, receive } = await queueWithMessages('a');
    const first = await receive();
    clock.advance(29.999);
    expect(await receive()).toBeUndefined();
    clock.advance(0.001);
    const second = await receive();
    expect(second?.MessageId).toBe(first?.MessageId);
    expect(second?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
    expect(second?.Attributes).toMatchObject({
      ApproximateReceiveCount: '2',
      ApproximateFirstReceiveTimestamp: first?.Attributes?.ApproximateFirstReceiveTimestamp,
    });
  });

  it('follows the timeout of the request rather than that of the queue', async () => {
    const { clock, receive } = await queueWithMessages('a');
    await receive(2);
    clock.advance(1.999);
    expect(await receive()).toBeUndefined();
    clock.advance(0.001);
    expect(await receive()).toBeDefined();
  });

  it('lets waiting messages go before one that came back', async () => {
    const { clock, receive, client, url } = await queueWithMessages('failing');
    await receive(10);
    clock.advance(5);
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'fresh' }));
    clock.advance(10);
    expect((await receive())?.Body).toBe('fresh');
    expect((await receive())?.Body).toBe('failing');
  });

  it('can be prolonged and cut short for a message in flight', async () => {
    const { clock, receive, hide } = await queueWithMessages('a');
    const message = await receive();
    await hide(message, 100);
    clock.advance(99);
    expect(await receive()).toBeUndefined();
    await hide(message, 0);
    expect(await receive()).toBeDefined();
  });

  it('cannot be changed once the message is visible, delivered anew or deleted', async () => {
    const { clock, receive, remove, hide } = await queueWithMessages('a');
    const old = await receive();
    clock.advance(30);
    await expect(hide(old, 10)).rejects.toBeInstanceOf(MessageNotInflight);
    const current = await receive();
    const gone = /Message does not exist or is not available for visibility timeout change/;
    await expect(hide(old, 10)).rejects.toThrow(gone);
    await remove(current);
    await expect(hide(current, 10)).rejects.toThrow(gone);
  });

  it('lasts twelve hours at most, counted from the delivery', async () => {
    const { clock, receive, hide } = await queueWithMessages('a');
    const message = await receive(43_200);
    await expect(hide(message, 43_201)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    clock.advance(3600);
    await expect(hide(message, 43_200)).rejects.toThrow(/beyond the limit \[43200 seconds\]/);
    await hide(message, 43_200 - 3600);
    await expect(receive(43_201)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });
});

describe('deletion', () => {
  it('takes a message out for good, and may be repeated', async () => {
    const { clock, receive, remove } = await queueWithMessages('a');
    const message = await receive();
    await remove(message);
    await remove(message);
    clock.advance(1000);
    expect(await receive()).toBeUndefined();
  });

  it('works after the timeout as long as nobody else received the message', async () => {
    const { clock, receive, remove } = await queueWithMessages('a');
    const message = await receive();
    clock.advance(100);
    await remove(message);
    expect(await receive()).toBeUndefined();
  });

  it('with the handle of an earlier delivery succeeds without deleting', async () => {
    const { clock, receive, remove } = await queueWithMessages('a');
    const old = await receive();
    clock.advance(30);
    await receive();
    await remove(old);
    clock.advance(30);
    expect(await receive()).toBeDefined();
  });

  it('rejects what is no receipt handle of this queue', async () => {
    const { client, sqs, receive, remove } = await queueWithMessages('a');
    await expect(remove({ ReceiptHandle: 'made up' })).rejects.toBeInstanceOf(ReceiptHandleIsInvalid);
    const message = await receive();
    await expect(
      client.send(
        new DeleteMessageCommand({ QueueUrl: sqs.queueUrl('other'), ReceiptHandle: message?.ReceiptHandle }),
      ),
    ).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid', $metadata: { httpStatusCode: 404 } });
  });
});

describe('batches', () => {
  it('of deletions and visibility changes report each entry', async () => {
    const { client, url, clock, receive } = await queueWithMessages('a', 'b');
    const [a, b] = [await receive(), await receive(60)];
    clock.advance(30);
    const changed = await client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'a', ReceiptHandle: a?.ReceiptHandle, VisibilityTimeout: 5 },
          { Id: 'b', ReceiptHandle: b?.ReceiptHandle, VisibilityTimeout: 0 },
        ],
      }),
    );
    expect(changed.Successful).toEqual([{ Id: 'b' }]);
    expect(changed.Failed).toMatchObject([{ Id: 'a', Code: 'AWS.SimpleQueueService.MessageNotInflight' }]);
    const removed = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'a', ReceiptHandle: a?.ReceiptHandle },
          { Id: 'c', ReceiptHandle: 'nonsense' },
        ],
      }),
    );
    expect(removed.Successful).toEqual([{ Id: 'a' }]);
    expect(removed.Failed).toMatchObject([{ Id: 'c', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }]);
    expect((await receive())?.Body).toBe('b');
    expect(await receive()).toBeUndefined();
  });
});
