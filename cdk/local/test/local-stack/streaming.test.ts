import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { beforeEach, expect, test } from 'vitest';
import { clientOf, stackFixture, templateOf } from './stack-fixture.ts';

/** Streams as many megabytes as its query or its event says, for API Gateway after the metadata. */
const fixture = stackFixture(`
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const megabytes = Number(event.queryStringParameters?.megabytes ?? event.megabytes);
  const metadata = { statusCode: 200, headers: { 'Content-Type': 'application/pdf' } };
  const response = event.path === undefined ? stream : awslambda.HttpResponseStream.from(stream, metadata);
  await pipeline(Readable.from(produce(megabytes)), response);
});

function* produce(megabytes) {
  for (let made = 1; made <= megabytes; made += 1) {
    yield Buffer.alloc(2 ** 20, 255);
    console.log('made', made);
  }
}
`);

beforeEach(async () => {
  const { Resources, ...template } = templateOf(join(fixture.directory, 'inbox'));
  const Uri = {
    'Fn::Sub':
      'arn:aws:apigateway:${AWS::Region}:lambda:path/2021-11-15/functions/${Fn.Arn}/response-streaming-invocations',
  };
  const { Any } = Resources;
  const Integration = { ...Any.Properties.Integration, ResponseTransferMode: 'STREAM', Uri };
  const Streaming = { ...Any, Properties: { ...Any.Properties, Integration } };
  await fixture.writeTemplate({ ...template, Resources: { ...Resources, Any: Streaming } });
});

test('a method streams the response of its function', async () => {
  const stack = await fixture.start();
  const response = await fetch(`${stack.baseUrl}/x?megabytes=12`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(Buffer.alloc(12 * 2 ** 20, 255))).toBe(true);
});

test('a function waits for a slow client, and the response is not buffered in between', async () => {
  const made: string[] = [];
  const stack = await fixture.start({ log: (line) => line.includes('made') && made.push(line) });
  const sent = request(`${stack.baseUrl}/x?megabytes=100`).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];

  let received = 0;
  let pauseAt = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length / 2 ** 20;
    if (received >= pauseAt) {
      await sleep(300);
      expect(made.length - received).toBeLessThan(30);
      pauseAt += 25;
    }
  }
  expect(received).toBe(100);
});

test('a client of Lambda streams it too', async () => {
  const stack = await fixture.start();
  const lambda = new LambdaClient(clientOf(stack, stack.endpoints.lambda));
  const command = new InvokeWithResponseStreamCommand({
    FunctionName: 'Fn',
    Payload: Buffer.from('{"megabytes":3}'),
  });
  let length = 0;
  for await (const { PayloadChunk } of (await lambda.send(command)).EventStream ?? []) {
    length += PayloadChunk?.Payload?.length ?? 0;
  }
  expect(length).toBe(3 * 2 ** 20);
  lambda.destroy();
});

test('limitBandwidth sends no faster than AWS', async () => {
  const stack = await fixture.start({ limitBandwidth: true });
  const startedAt = performance.now();
  expect((await (await fetch(`${stack.baseUrl}/x?megabytes=8`)).arrayBuffer()).byteLength).toBe(8 * 2 ** 20);
  // 6 MB at once, then 2 MB a second.
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});
