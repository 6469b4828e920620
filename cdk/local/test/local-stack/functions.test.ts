import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import { clientOf, stackFixture, templateOf } from './stack-fixture.ts';

const fixture = stackFixture();

test('a request reaches its function, which knows the stores and the API', async () => {
  const stack = await fixture.start({ parameters: { Color: 'red' } });
  const response = await fetch(`${stack.outputs['Url']}some/path`);
  expect(response.status).toBe(200);
  const { path, env } = (await response.json()) as { path: string; env: Record<string, string> };
  expect(path).toBe('/some/path');
  expect(env).toMatchObject({
    COLOR: 'red',
    TABLE: 'Table',
    QUEUE_URL: `${stack.endpoints.sqs}/000000000000/Jobs`,
    API_URL: `${stack.baseUrl}/v1`,
    AWS_ENDPOINT_URL_DYNAMODB: stack.endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: stack.endpoints.s3,
    AWS_ENDPOINT_URL_SQS: stack.endpoints.sqs,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: stack.credentials.accessKeyId,
  });
  expect(stack.pids()).toHaveLength(1);
  expect(stack.outputs).toEqual({
    Url: `${stack.baseUrl}/v1/`,
    Bucket: 'files',
    Queue: `${stack.endpoints.sqs}/000000000000/Jobs`,
  });
});

test('a gateway response has the address of the API', async () => {
  const { Resources, ...template } = templateOf(join(fixture.directory, 'inbox'));
  const NoRoute = {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      RestApiId: { Ref: 'Api' },
      ResponseType: 'MISSING_AUTHENTICATION_TOKEN',
      StatusCode: '404',
      ResponseTemplates: {
        'application/json': {
          'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com/v1/errors',
        },
      },
    },
  };
  await fixture.writeTemplate({ ...template, Resources: { ...Resources, NoRoute } });
  const stack = await fixture.start();
  const response = await fetch(stack.outputs['Url'] ?? '');
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(`${stack.baseUrl}/v1/errors`);
});

test('a message reaches the function and is then gone', async () => {
  const stack = await fixture.start();
  const sqs = new SQSClient(clientOf(stack, stack.endpoints.sqs));
  const QueueUrl = stack.outputs['Queue'];
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }));
  const inbox = () => readFile(join(fixture.directory, 'inbox'), 'utf8');
  await vi.waitFor(async () => expect(await inbox()).toBe('hello'), { timeout: 15_000 });
  const left = async () => {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
    );
    return AttributeNames.map((name) => Attributes?.[name]);
  };
  await vi.waitFor(async () => expect(await left()).toEqual(['0', '0']), { timeout: 15_000 });
  sqs.destroy();
});

test('a scheduled rule invokes its function', async () => {
  const { Resources, ...template } = templateOf(join(fixture.directory, 'inbox'));
  const Rule = {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] }, Id: 'Target0' }],
    },
  };
  await fixture.writeTemplate({ ...template, Resources: { ...Resources, Rule } });
  await fixture.start({ scheduleMilliseconds: (rate) => rate / 1000 });
  const inbox = () => readFile(join(fixture.directory, 'inbox'), 'utf8');
  await vi.waitFor(
    async () => expect(await inbox()).toBe('["arn:aws:events:us-east-1:000000000000:rule/Rule"]'),
    { timeout: 15_000 },
  );
});

test('a function finds its layers, also when the state folder is named from here', async () => {
  await mkdir(join(fixture.directory, 'asset.abc', 'fonts'));
  const { Resources, ...template } = templateOf(join(fixture.directory, 'inbox'));
  const { Fn } = Resources;
  const layers = {
    Fonts: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: { S3Key: 'abc.zip' } } },
    Fn: {
      ...Fn,
      Properties: {
        ...Fn.Properties,
        Layers: [{ Ref: 'Fonts' }],
        Environment: { Variables: { FONTS: '/opt/fonts' } },
      },
    },
  };
  await fixture.writeTemplate({ ...template, Resources: { ...Resources, ...layers } });
  const stack = await fixture.start({
    stateDirectory: relative(process.cwd(), fixture.options.stateDirectory),
  });
  const { env } = (await (await fetch(`${stack.baseUrl}/x`)).json()) as { env: Record<string, string> };
  expect(env['FONTS']).toBe(join(fixture.options.stateDirectory, 'functions', 'Fn', 'opt', 'fonts'));
  expect(await readdir(env['FONTS'] ?? '')).toEqual([]);
});

test('functions and pollers reach the stores through whatever stands in between', async () => {
  const asked: string[] = [];
  const between = createServer((request, response) => {
    asked.push(request.headers['x-amz-target'] as string);
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  try {
    const stack = await fixture.start({
      reachedThrough: (store, endpoint) => (store === 'sqs' ? address : endpoint),
    });
    const { env } = (await (await fetch(`${stack.baseUrl}/v1/path`)).json()) as {
      env: Record<string, string>;
    };
    expect(env).toMatchObject({
      QUEUE_URL: `${address}/000000000000/Jobs`,
      AWS_ENDPOINT_URL_SQS: address,
      AWS_ENDPOINT_URL_DYNAMODB: stack.endpoints.dynamodb,
    });
    expect(stack.endpoints.sqs).not.toBe(address);
    await vi.waitFor(() => expect(asked).toContain('AmazonSQS.ReceiveMessage'), 10_000);
  } finally {
    between.closeAllConnections();
    between.close();
  }
});
