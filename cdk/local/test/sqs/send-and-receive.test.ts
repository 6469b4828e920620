import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';

import { manualClock, plain, startQueues } from '../../testing/sqs.ts';

const mebibyte = 1_048_576;

describe('sending and receiving', () => {
  it('delivers body, digests and attributes as they were sent', async () => {
    const clock = manualClock();
    const { client, url } = await startQueues({ now: clock.now });
    const sent = await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'Grüße 🙂 <&>',
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'docx' },
          pages: { DataType: 'Number.int', StringValue: '12' },
          digest: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255, 7) },
        },
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5e8b' } },
      }),
    );
    clock.advance(5);
    const { Messages: [message] = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    const now = clock.now();
    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: 'Grüße 🙂 <&>',
      MD5OfBody: sent.MD5OfMessageBody,
      MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
      MessageAttributes: {
        kind: { DataType: 'String', StringValue: 'docx' },
        pages: { DataType: 'Number.int', StringValue: '12' },
        digest: { DataType: 'Binary', BinaryValue: Uint8Array.of(0, 255, 7) },
      },
      Attributes: {
        SenderId: 'AKIALOCAL',
        SentTimestamp: String(now - 5000),
        ApproximateFirstReceiveTimestamp: String(now),
        ApproximateReceiveCount: '1',
        AWSTraceHeader: 'Root=1-5e8b',
      },
    });
    expect(sent.MD5OfMessageSystemAttributes).toMatch(/^[0-9a-f]{32}$/);
  });

  it('computes the attribute digest that AWS computes', async () => {
    const { client, url } = await startQueues({});
    const traceparent = Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01');
    const sent = await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'test',
        MessageAttributes: { attr1: { DataType: 'Binary', BinaryValue: traceparent } },
      }),
    );
    expect(sent).toMatchObject({
      MD5OfMessageBody: '098f6bcd4621d373cade4e832627b4f6',
      MD5OfMessageAttributes: '8cbe4db156db8a94db8b801b7addb984',
    });
  });

  it('returns only the attributes that are asked for, with the digest of those', async () => {
    const { client, url } = await startQueues({ queues: [{ ...plain, visibilityTimeoutSeconds: 0 }] });
    const text = (StringValue: string) => ({ DataType: 'String', StringValue });
    await client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'msg',
        MessageAttributes: { Help: text('1'), Hello: text('There'), General: text('Kenobi') },
      }),
    );
    const receive = async (MessageAttributeNames: string[]) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: url,
          MessageAttributeNames,
          MessageSystemAttributeNames: ['SenderId'],
        }),
      );
      return Messages[0];
    };
    const none = await receive([]);
    expect(none?.MessageAttributes).toBeUndefined();
    expect(none?.MD5OfMessageAttributes).toBeUndefined();
    expect(none?.Attributes).toEqual({ SenderId: 'AKIALOCAL' });
    expect(Object.keys((await receive(['Hel.*']))?.MessageAttributes ?? {}).sort()).toEqual([
      'Hello',
      'Help',
    ]);
    expect(Object.keys((await receive(['.*']))?.MessageAttributes ?? {})).toHaveLength(3);
    // Recorded from AWS for exactly this subset.
    expect((await receive(['Hello', 'absent']))?.MD5OfMessageAttributes).toBe(
      'a311262e065454b75da111d535b8dacd',
    );
  });

  it('returns up to ten messages at once, oldest first', async () => {
    const { client, url } = await startQueues({});
    for (const part of ['a', 'b']) {
      await client.send(
        new SendMessageBatchCommand({
          QueueUrl: url,
          Entries: Array.from({ length: 7 }, (_, index) => ({
            Id: `${index}`,
            MessageBody: `${part}${index}`,
          })),
        }),
      );
    }
    const first = await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }));
    expect(first.Messages?.map(({ Body }) => Body).join()).toBe('a0,a1,a2,a3,a4,a5,a6,b0,b1,b2');
    const second = await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }));
    expect(second.Messages).toHaveLength(4);
  });

  it('accepts a message and a batch of 1 MiB, attributes included, and not a byte more', async () => {
    const { client, url } = await startQueues({});
    const attribute = { a: { DataType: 'String', StringValue: 'v' } }; // 8 bytes
    const send = (length: number) =>
      client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: 'x'.repeat(length),
          MessageAttributes: attribute,
        }),
      );
    await send(mebibyte - 8);
    await expect(send(mebibyte - 7)).rejects.toThrow(
      'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
    );
    const batch = (length: number) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: url,
          Entries: [
            { Id: 'a', MessageBody: '"'.repeat(mebibyte / 2) },
            { Id: 'b', MessageBody: 'x'.repeat(length) },
          ],
        }),
      );
    expect((await batch(mebibyte / 2)).Successful).toHaveLength(2);
    await expect(batch(mebibyte / 2 + 1)).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
  });

  it('lists bad entries of a batch and sends the others', async () => {
    const { client, url } = await startQueues({});
    const result = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'good', MessageBody: 'ok' },
          { Id: 'bad', MessageBody: 'null \u0000 byte' },
          { Id: 'late', MessageBody: 'ok', DelaySeconds: 901 },
        ],
      }),
    );
    expect(result.Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(result.Failed).toMatchObject([
      { Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' },
      { Id: 'late', SenderFault: true, Code: 'InvalidParameterValue' },
    ]);
  });

  it('rejects batches without entries, with too many, and with ids that are malformed or repeated', async () => {
    const { client, url } = await startQueues({});
    const send = (ids: string[]) =>
      client.send(
        new SendMessageBatchCommand({ QueueUrl: url, Entries: ids.map((Id) => ({ Id, MessageBody: 'x' })) }),
      );
    await expect(send([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
    await expect(send(Array.from({ length: 11 }, (_, index) => `${index}`))).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
    });
    await expect(send(['a', 'a'])).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
    await expect(send(['a:b'])).rejects.toMatchObject({ name: 'InvalidBatchEntryId' });
  });

  it.each([
    ['an attribute name with a reserved prefix', { 'AWS.x': { DataType: 'String', StringValue: 'v' } }],
    ['an attribute type that does not exist', { x: { DataType: 'Text', StringValue: 'v' } }],
    ['an empty attribute value', { x: { DataType: 'String', StringValue: '' } }],
    ['a number that is none', { x: { DataType: 'Number', StringValue: 'many' } }],
  ])('rejects %s', async (_, MessageAttributes) => {
    const { client, url } = await startQueues({});
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x', MessageAttributes })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue', $metadata: { httpStatusCode: 400 } });
  });

  it('finds a queue by a URL from a run on another port, and by name', async () => {
    const { client, url } = await startQueues({});
    await client.send(
      new SendMessageCommand({ QueueUrl: 'http://127.0.0.1:9/000000000000/jobs', MessageBody: 'x' }),
    );
    expect((await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages).toHaveLength(1);
    expect((await client.send(new GetQueueUrlCommand({ QueueName: 'jobs' }))).QueueUrl).toBe(url);
  });
});
