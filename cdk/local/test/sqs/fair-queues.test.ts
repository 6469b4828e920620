import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { type Queue, startSqs } from '../../src/sqs/server.ts';
import {
  clientOf,
  credentials,
  manualClock,
  plain,
  startQueues,
  temporaryDirectory,
} from '../../testing/sqs.ts';

/** A queue, a clock, and short names for what the tests do with them. */
async function open(queue: Partial<Queue> = {}, more: Queue[] = []) {
  const clock = manualClock();
  const started = await startQueues({
    now: clock.now,
    queues: [{ ...plain, visibilityTimeoutSeconds: 3600, ...queue }, ...more],
  });
  const { client, url: QueueUrl } = started;
  const send = async (group: string | undefined, count: number) => {
    for (let sent = 0; sent < count; sent += 10) {
      const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, index) => ({
        Id: `${index}`,
        MessageBody: `${group ?? 'alone'}${sent + index}`,
        MessageGroupId: group,
      }));
      await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    }
  };
  const receive = async (MaxNumberOfMessages = 1) => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages, MessageSystemAttributeNames: ['All'] }),
    );
    return Messages;
  };
  const bodies = async (limit?: number) => (await receive(limit)).map(({ Body }) => Body);
  /** Receives messages one by one and deletes each after some seconds. */
  const process = async (count: number, seconds: number) => {
    for (let done = 0; done < count; done += 1) {
      const [message] = await receive();
      clock.advance(seconds);
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }));
    }
  };
  return { ...started, clock, send, receive, bodies, process };
}

describe('MessageGroupId on a standard queue', () => {
  it('comes back as an attribute', async () => {
    const { client, url: QueueUrl, receive } = await open();
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', MessageGroupId: 'tenant-1' }));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'y' }));
    const [grouped, alone] = await receive(10);
    expect(grouped?.Attributes).toMatchObject({ MessageGroupId: 'tenant-1' });
    expect(alone?.Attributes).not.toHaveProperty('MessageGroupId');
  });

  it('stays with a message that is moved to the dead-letter queue and back', async () => {
    const dead = { ...plain, name: 'dead' };
    const { client, sqs, clock, send, receive } = await open(
      { visibilityTimeoutSeconds: 1, redrive: { targetName: 'dead', maxReceiveCount: 1 } },
      [dead],
    );
    await send('a', 1);
    await receive();
    clock.advance(2);
    expect(await receive()).toEqual([]);
    await client.send(new StartMessageMoveTaskCommand({ SourceArn: sqs.queueArn('dead') }));
    const [message] = await receive();
    expect(message?.Attributes).toMatchObject({ MessageGroupId: 'a', ApproximateReceiveCount: '1' });
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(129)])('cannot be "%s"', async (MessageGroupId) => {
    const { client, url: QueueUrl } = await open();
    await expect(
      client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', MessageGroupId })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  it('is added to the messages of a store that an earlier version made', async () => {
    const directory = await temporaryDirectory();
    const file = new DatabaseSync(join(directory, 'messages.sqlite'));
    file.exec(`CREATE TABLE messages (sequence INTEGER PRIMARY KEY, queue TEXT NOT NULL,
      message_id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, attributes TEXT NOT NULL, trace_header TEXT,
      sent_at INTEGER NOT NULL, visible_at INTEGER NOT NULL, receipt TEXT, received_at INTEGER,
      first_received_at INTEGER, receive_count INTEGER NOT NULL DEFAULT 0,
      earlier_receive_count INTEGER NOT NULL DEFAULT 0, source_arn TEXT) STRICT;
      INSERT INTO messages (queue, message_id, body, attributes, sent_at, visible_at)
        VALUES ('jobs', 'm', 'old', '{}', ${Date.now()}, ${Date.now() - 1})`);
    file.close();
    const sqs = await startSqs({ directory, port: 0, credentials, queues: [plain] });
    const client = clientOf(sqs);
    const QueueUrl = sqs.queueUrl('jobs');
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'new', MessageGroupId: 'a' }));
    const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    expect(Messages?.map(({ Body }) => Body)).toEqual(['old', 'new']);
    await sqs.stop();
  });
});

describe('a fair queue', () => {
  it('delivers the oldest first while no tenant is noisy', async () => {
    const { send, bodies } = await open();
    await send('a', 3);
    await send('b', 1);
    expect(await bodies()).toEqual(['a0']);
    expect(await bodies(10)).toEqual(['a1', 'a2', 'b0']);
  });

  it('delivers others first once a group has 30 messages in flight, more than a tenth of all', async () => {
    const { send, receive, bodies } = await open();
    await send('a', 40);
    await send('b', 2);
    for (let batch = 0; batch < 3; batch += 1) expect(await receive(10)).toHaveLength(10);
    expect(await bodies(3)).toEqual(['b0', 'b1', 'a30']);
  });

  it('does not call a group noisy for 29 messages in flight', async () => {
    const { send, receive, bodies } = await open();
    await send('a', 40);
    await send('b', 1);
    await receive(10);
    await receive(10);
    await receive(9);
    expect(await bodies()).toEqual(['a29']);
  });

  it('delivers others first once a group took more than a tenth of the recent processing time', async () => {
    const { send, bodies, process } = await open();
    await send('a', 5);
    await send('b', 1);
    await process(1, 20);
    expect(await bodies(2)).toEqual(['b0', 'a1']);
  });

  it('counts the time of messages that are still being processed', async () => {
    const { clock, send, receive, bodies } = await open();
    await send('a', 5);
    await send('b', 1);
    await receive();
    clock.advance(20);
    expect(await bodies(2)).toEqual(['b0', 'a1']);
  });

  it('delivers messages of a noisy group when there are no others', async () => {
    const { send, bodies, process } = await open();
    await send('a', 4);
    await process(1, 20);
    expect(await bodies(10)).toEqual(['a1', 'a2', 'a3']);
  });

  it('treats each message without a group as a tenant of its own', async () => {
    const { send, bodies, process } = await open();
    await send(undefined, 5);
    await send('b', 1);
    await process(2, 20);
    expect(await bodies(10)).toEqual(['alone2', 'alone3', 'alone4', 'b0']);
  });

  it('delivers first, of noisy groups, from the one with the fewest messages in flight', async () => {
    const { send, receive, bodies } = await open();
    await send('a', 60);
    for (let batch = 0; batch < 4; batch += 1) await receive(10);
    await send('b', 32);
    for (let batch = 0; batch < 3; batch += 1) await receive(10);
    expect(await bodies()).toEqual(['b30']);
  });

  it('forgets that a group was noisy five minutes after its last message', async () => {
    const { clock, send, bodies, process } = await open();
    await send('a', 5);
    await send('b', 1);
    await process(1, 20);
    clock.advance(300);
    expect(await bodies()).toEqual(['a1']);
  });
});
