import { once } from 'node:events';
import { connect } from 'node:net';

import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';

import { startSqs } from '../../src/sqs/server.ts';
import {
  clientOf,
  credentials,
  manualClock,
  plain,
  startQueues,
  temporaryDirectory,
} from '../../testing/sqs.ts';

describe('queues', () => {
  it('are found by name and listed by prefix', async () => {
    const { client, sqs } = await startQueues({
      queues: [
        { ...plain, name: 'webhooks' },
        { ...plain, name: 'jobs-dead' },
        { ...plain, name: 'jobs' },
      ],
    });
    const list = async (QueueNamePrefix: string) =>
      (await client.send(new ListQueuesCommand({ QueueNamePrefix }))).QueueUrls;
    expect(await list('jobs')).toEqual([sqs.queueUrl('jobs'), sqs.queueUrl('jobs-dead')]);
    expect(await list('absent')).toBeUndefined();
    expect(sqs.queueUrl('jobs')).toBe(`${sqs.endpoint}/000000000000/jobs`);
  });

  it('return their settings, and reject attributes that do not exist', async () => {
    const { client, url, sqs } = await startQueues({});
    const attributes = (AttributeNames: string[]) =>
      client.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: AttributeNames as ['All'] }),
      );
    expect((await attributes(['All'])).Attributes).toMatchObject({
      QueueArn: sqs.queueArn('jobs'),
      VisibilityTimeout: '30',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      DelaySeconds: '0',
      ReceiveMessageWaitTimeSeconds: '0',
    });
    expect((await attributes(['DelaySeconds', 'RedrivePolicy'])).Attributes).toEqual({ DelaySeconds: '0' });
    await expect(attributes(['Colour'])).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  });

  it('are purged at once, and at most once a minute', async () => {
    const clock = manualClock();
    const { client, url } = await startQueues({ now: clock.now });
    const purge = () => client.send(new PurgeQueueCommand({ QueueUrl: url }));
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'a' }));
    await purge();
    expect((await client.send(new ReceiveMessageCommand({ QueueUrl: url }))).Messages).toBeUndefined();
    clock.advance(59);
    await expect(purge()).rejects.toMatchObject({ name: 'PurgeQueueInProgress' });
    clock.advance(1);
    await purge();
  });

  it('that do not exist are rejected with the error that the SDK knows', async () => {
    const { client, sqs } = await startQueues({});
    const notFound = client.send(
      new SendMessageCommand({ QueueUrl: sqs.queueUrl('absent'), MessageBody: 'x' }),
    );
    await expect(notFound).rejects.toBeInstanceOf(QueueDoesNotExist);
    await expect(client.send(new GetQueueUrlCommand({ QueueName: 'absent' }))).rejects.toBeInstanceOf(
      QueueDoesNotExist,
    );
  });
});

describe('requests', () => {
  it('are rejected unless signed by the key of the run', async () => {
    const { sqs, url } = await startQueues({});
    const send = (keys: typeof credentials) =>
      clientOf(sqs, keys).send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }));
    await expect(send({ ...credentials, secretAccessKey: 'guess' })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(send({ ...credentials, accessKeyId: 'AKIAOTHER' })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const unsigned = await fetch(sqs.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' },
      body: '{}',
    });
    expect(unsigned.status).toBe(403);
    expect(await unsigned.text()).toContain('MissingAuthenticationToken');
  });

  it('are rejected when the body is not the one that was signed', async () => {
    const { sqs, client, url } = await startQueues({});
    client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: Uint8Array };
        request.body = Buffer.from(new TextDecoder().decode(request.body).replace('honest', 'forged'));
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'honest' })),
    ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const { Messages } = await clientOf(sqs).send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(Messages).toBeUndefined();
  });

  it('for operations that do not exist here are rejected by name', async () => {
    const { client } = await startQueues({});
    await expect(client.send(new CreateQueueCommand({ QueueName: 'x' }))).rejects.toMatchObject({
      name: 'UnsupportedOperation',
      message: 'CreateQueue is not part of the local run; its queues come from the template.',
    });
  });

  it.each([
    ['without a body', { MessageBody: undefined }, 'MissingParameter'],
    ['with an empty body', { MessageBody: '' }, 'MissingParameter'],
    ['with a character that XML lacks', { MessageBody: 'a\u0001' }, 'InvalidMessageContents'],
    ['with half a surrogate pair', { MessageBody: 'a\ud83d' }, 'InvalidMessageContents'],
    ['with too long a delay', { MessageBody: 'x', DelaySeconds: 901 }, 'InvalidParameterValue'],
  ])('to send a message %s are rejected', async (_, input, name) => {
    const { client, url } = await startQueues({});
    await expect(client.send(new SendMessageCommand({ QueueUrl: url, ...input }))).rejects.toMatchObject({
      name,
    });
  });

  it.each([
    ['eleven messages', { MaxNumberOfMessages: 11 }],
    ['no messages', { MaxNumberOfMessages: 0 }],
    ['a wait of 21 seconds', { WaitTimeSeconds: 21 }],
  ])('to receive %s are rejected', async (_, input) => {
    const { client, url } = await startQueues({});
    await expect(client.send(new ReceiveMessageCommand({ QueueUrl: url, ...input }))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });

  it('cannot be served on a port that is taken, and the folder stays free', async () => {
    const { sqs } = await startQueues({});
    const directory = await temporaryDirectory();
    const options = { directory, credentials, queues: [plain] };
    const port = Number(new URL(sqs.endpoint).port);
    await expect(startSqs({ ...options, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await startQueues({ directory });
  });

  it('that never arrive in full do not keep the service from stopping', async () => {
    const { sqs } = await startQueues({});
    const socket = connect(Number(new URL(sqs.endpoint).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sqs.stop();
    await closed;
  });
});
