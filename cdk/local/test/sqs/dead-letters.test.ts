import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';

import { startSqs, type Queue } from '../../src/sqs/server.ts';
import { credentials, manualClock, plain, startQueues, temporaryDirectory } from '../../testing/sqs.ts';

const source: Queue = { ...plain, redrive: { targetName: 'dead', maxReceiveCount: 2 } };
const dead: Queue = { ...plain, name: 'dead', retentionSeconds: 1_209_600 };

async function withOneDeadMessage() {
  const clock = manualClock();
  const queues = await startQueues({ now: clock.now, queues: [source, dead, { ...plain, name: 'lone' }] });
  const { client, sqs, url } = queues;
  const deadUrl = sqs.queueUrl('dead');
  const receive = async (QueueUrl: string) => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    return Messages;
  };
  const sent = await client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: 'poison',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'docx' } },
    }),
  );
  const sentAt = clock.now();
  const handles: (string | undefined)[] = [];
  for (let delivery = 0; delivery < 2; delivery++) {
    const [message] = await receive(url);
    handles.push(message?.ReceiptHandle);
    clock.advance(30);
  }
  return { ...queues, clock, deadUrl, receive, sent, sentAt, handles };
}

describe('a dead-letter queue', () => {
  it('gets a message unchanged when it was delivered as often as allowed', async () => {
    const { url, deadUrl, receive, sent, sentAt, sqs } = await withOneDeadMessage();
    expect(await receive(deadUrl)).toEqual([]);
    expect(await receive(url)).toEqual([]);
    expect(await receive(deadUrl)).toMatchObject([
      {
        MessageId: sent.MessageId,
        Body: 'poison',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'docx' } },
        Attributes: {
          SentTimestamp: String(sentAt),
          ApproximateReceiveCount: '3',
          DeadLetterQueueSourceArn: sqs.queueArn('jobs'),
        },
      },
    ]);
  });

  it('keeps its message when the last handle of the source queue is used late', async () => {
    const { client, url, deadUrl, receive, handles } = await withOneDeadMessage();
    await receive(url);
    await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: handles.at(-1) }));
    expect(await receive(deadUrl)).toHaveLength(1);
  });

  it('counts the age of a message from when it was first sent', async () => {
    const { url, deadUrl, receive, clock } = await withOneDeadMessage();
    await receive(url);
    clock.advance(1_209_600 - 60);
    expect(await receive(deadUrl)).toEqual([]);
  });

  it('gives its messages back as new ones', async () => {
    const { client, url, deadUrl, receive, clock, sent, sqs } = await withOneDeadMessage();
    await receive(url);
    await client.send(new StartMessageMoveTaskCommand({ SourceArn: sqs.queueArn('dead') }));
    expect(await receive(deadUrl)).toEqual([]);
    const [message] = await receive(url);
    expect(message).toMatchObject({
      Body: 'poison',
      Attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(clock.now()) },
    });
    expect(message?.MessageId).not.toBe(sent.MessageId);
    expect(message?.Attributes?.DeadLetterQueueSourceArn).toBeUndefined();
  });

  it('lists the moves out of it, newest first', async () => {
    const { client, url, receive, clock, sqs } = await withOneDeadMessage();
    const SourceArn = sqs.queueArn('dead');
    const list = async (MaxResults?: number) =>
      (await client.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults }))).Results;
    expect(await list()).toEqual([]);
    await receive(url);
    await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    clock.advance(1);
    await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    expect(await list()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 0 }]);
    expect(await list(10)).toMatchObject([
      { StartedTimestamp: clock.now() },
      { SourceArn, ApproximateNumberOfMessagesMoved: 1, StartedTimestamp: clock.now() - 1000 },
    ]);
    const absent = sqs.queueArn('absent');
    await expect(client.send(new ListMessageMoveTasksCommand({ SourceArn: absent }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('can be emptied into another queue, but only a dead-letter queue can', async () => {
    const { client, url, receive, sqs } = await withOneDeadMessage();
    await receive(url);
    const move = (from: string, to: string) =>
      client.send(
        new StartMessageMoveTaskCommand({ SourceArn: sqs.queueArn(from), DestinationArn: sqs.queueArn(to) }),
      );
    await expect(move('lone', 'jobs')).rejects.toThrow('must be configured as a Dead Letter Queue');
    await expect(move('dead', 'absent')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await move('dead', 'lone');
    expect(await receive(sqs.queueUrl('lone'))).toMatchObject([{ Body: 'poison' }]);
  });

  it('is named in the redrive policy of its source', async () => {
    const { client, url, sqs } = await withOneDeadMessage();
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['RedrivePolicy'] }),
    );
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
      deadLetterTargetArn: sqs.queueArn('dead'),
      maxReceiveCount: 2,
    });
  });

  it('must exist', async () => {
    await expect(
      startSqs({ directory: await temporaryDirectory(), port: 0, credentials, queues: [source] }),
    ).rejects.toThrow('Queue jobs has the dead-letter queue dead, which does not exist.');
  });
});
