import { spawn } from 'node:child_process';
import { once } from 'node:events';

import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';

import { credentials, manualClock, plain, startQueues, temporaryDirectory } from '../../testing/sqs.ts';

const all = { AttributeNames: ['All' as const] };

describe('state', () => {
  it('survives a restart on another port, with what is in flight and delayed', async () => {
    const directory = await temporaryDirectory();
    const clock = manualClock();
    const first = await startQueues({ directory, now: clock.now });
    const send = (input: Omit<SendMessageCommandInput, 'QueueUrl'>) =>
      first.client.send(new SendMessageCommand({ QueueUrl: first.url, ...input }));
    await send({ MessageBody: 'in flight' });
    await first.client.send(new ReceiveMessageCommand({ QueueUrl: first.url }));
    await send({ MessageBody: 'visible' });
    await send({ MessageBody: 'delayed', DelaySeconds: 60 });
    await first.sqs.stop();

    const { client, url } = await startQueues({ directory, now: clock.now });
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, ...all }));
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
    });
    clock.advance(60);
    const { Messages } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: first.url, MaxNumberOfMessages: 10 }),
    );
    expect(Messages?.map(({ Body }) => Body)).toEqual(['visible', 'in flight', 'delayed']);
  });

  it('has every message that was acknowledged before the process was killed', async () => {
    const directory = await temporaryDirectory();
    const program = `
      import { startSqs } from 'local-stack/sqs';
      const [directory, queue, credentials] = process.argv.slice(1);
      const { endpoint } = await startSqs({
        directory, port: 0, queues: [JSON.parse(queue)], credentials: JSON.parse(credentials),
      });
      console.log(endpoint);`;
    const child = spawn(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
        ...[directory, JSON.stringify(plain), JSON.stringify(credentials)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const sender = new SQSClient({
      endpoint: line.toString().trim(),
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
    });
    onTestFinished(() => sender.destroy());
    const acknowledged: string[] = [];
    const sendUntilKilled = async (lane: number) => {
      for (let count = 0; ; count++) {
        const body = `${lane}-${count}`;
        await sender.send(
          new SendMessageCommand({ QueueUrl: 'http://127.0.0.1/000000000000/jobs', MessageBody: body }),
        );
        acknowledged.push(body);
        if (acknowledged.length === 40) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([0, 1, 2, 3].map(sendUntilKilled));
    await exited;

    const { client, url } = await startQueues({ directory });
    const kept: string[] = [];
    for (let empty = false; !empty;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
      );
      kept.push(...Messages.map(({ Body = '' }) => Body));
      empty = Messages.length === 0;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('rejects a second service on the same folder', async () => {
    const directory = await temporaryDirectory();
    const { client, url } = await startQueues({ directory });
    await expect(startQueues({ directory })).rejects.toThrow(/in use by another process/);
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'still works' }));
  });

  it('forgets messages when the retention period is over', async () => {
    const clock = manualClock();
    const { client, url } = await startQueues({
      now: clock.now,
      queues: [{ ...plain, retentionSeconds: 60 }],
    });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'old' }));
    clock.advance(30);
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'new' }));
    clock.advance(30);
    const { Messages } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
    );
    expect(Messages?.map(({ Body }) => Body)).toEqual(['new']);
  });

  it('delays messages by the queue’s setting, or by their own', async () => {
    const clock = manualClock();
    const { client, url } = await startQueues({ now: clock.now, queues: [{ ...plain, delaySeconds: 10 }] });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'queue' }));
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'own', DelaySeconds: 5 }));
    const receive = async () =>
      (await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages?.map(({ Body }) => Body);
    expect(await receive()).toBeUndefined();
    clock.advance(5);
    expect(await receive()).toEqual(['own']);
    clock.advance(5);
    expect(await receive()).toEqual(['queue']);
  });
});
