import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LocalStack, type LocalStackOptions, startLocalStack } from '../src/local-stack.ts';

/** Answers with its environment, or with what the queue brought it: without packages, so that it needs no bundle. */
const handlerSource = `
import { writeFileSync } from 'node:fs';
export async function handler(event) {
  if (event.Records) {
    for (const record of event.Records) writeFileSync(process.env.INBOX, record.body);
    return { batchItemFailures: [] };
  }
  if (event.source === 'aws.events') writeFileSync(process.env.INBOX, JSON.stringify(event.resources));
  return { statusCode: 200, body: JSON.stringify({ path: event.path, env: process.env }) };
}
`;

const integrationUri = {
  'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Fn.Arn}/invocations',
};

function templateOf(inbox: string) {
  return {
    Parameters: { Color: { Type: 'String', Default: 'blue' } },
    Resources: {
      Role: { Type: 'AWS::IAM::Role' },
      Jobs: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 10 } },
      Files: { Type: 'AWS::S3::Bucket' },
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        },
      },
      Fn: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Code: { S3Bucket: 'assets', S3Key: 'abc.zip' },
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
          Timeout: 10,
          Environment: {
            Variables: {
              INBOX: inbox,
              COLOR: { Ref: 'Color' },
              QUEUE_URL: { Ref: 'Jobs' },
              TABLE: { Ref: 'Table' },
              API_URL: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com/v1' },
            },
          },
        },
      },
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
          FunctionName: { Ref: 'Fn' },
          BatchSize: 1,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      Api: { Type: 'AWS::ApiGateway::RestApi' },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'v1' } },
      Root: {
        Type: 'AWS::ApiGateway::Resource',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ParentId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
          PathPart: '{proxy+}',
        },
      },
      Any: {
        Type: 'AWS::ApiGateway::Method',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ResourceId: { Ref: 'Root' },
          HttpMethod: 'ANY',
          Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: integrationUri },
        },
      },
    },
    Outputs: {
      Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/v1/' } },
      Bucket: { Value: { Ref: 'Files' } },
      Queue: { Value: { Ref: 'Jobs' } },
    },
  };
}

let directory: string;
let options: LocalStackOptions;
const running: LocalStack[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'run-'));
  await mkdir(join(directory, 'asset.abc'));
  await writeFile(join(directory, 'asset.abc', 'index.mjs'), handlerSource);
  await writeTemplate(templateOf(join(directory, 'inbox')));
  const files = { abc: { source: { path: 'asset.abc', packaging: 'zip' } } };
  await writeFile(join(directory, 'X.assets.json'), JSON.stringify({ files }));
  options = {
    templateFile: join(directory, 'X.template.json'),
    stateDirectory: join(directory, 'state'),
    port: 0,
    log: () => undefined,
  };
});

afterEach(async () => {
  for (const stack of running.splice(0)) await stack.stop();
  await rm(directory, { recursive: true });
});

const writeTemplate = (template: object) =>
  writeFile(join(directory, 'X.template.json'), JSON.stringify(template));

async function start(more: Partial<LocalStackOptions> = {}): Promise<LocalStack> {
  const stack = await startLocalStack({ ...options, ...more });
  running.push(stack);
  return stack;
}

const clientOf = ({ region, credentials }: LocalStack, endpoint: string) => ({
  endpoint,
  region,
  credentials,
});
const s3Of = (stack: LocalStack) =>
  new S3Client({ ...clientOf(stack, stack.endpoints.s3), forcePathStyle: true });

test('a request reaches its function, which knows the stores and the API', async () => {
  const stack = await start({ parameters: { Color: 'red' } });
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
  const { Resources, ...template } = templateOf(join(directory, 'inbox'));
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
  await writeTemplate({ ...template, Resources: { ...Resources, NoRoute } });
  const stack = await start();
  const response = await fetch(stack.outputs['Url'] ?? '');
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(`${stack.baseUrl}/v1/errors`);
});

test('a message reaches the function and is then gone', async () => {
  const stack = await start();
  const sqs = new SQSClient(clientOf(stack, stack.endpoints.sqs));
  const QueueUrl = stack.outputs['Queue'];
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }));
  const inbox = () => readFile(join(directory, 'inbox'), 'utf8');
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
  const { Resources, ...template } = templateOf(join(directory, 'inbox'));
  const Rule = {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': ['Fn', 'Arn'] }, Id: 'Target0' }],
    },
  };
  await writeTemplate({ ...template, Resources: { ...Resources, Rule } });
  await start({ scheduleMilliseconds: (rate) => rate / 1000 });
  const inbox = () => readFile(join(directory, 'inbox'), 'utf8');
  await vi.waitFor(
    async () => expect(await inbox()).toBe('["arn:aws:events:us-east-1:000000000000:rule/Rule"]'),
    { timeout: 15_000 },
  );
});

test('a function finds its layers, also when the state folder is named from here', async () => {
  await mkdir(join(directory, 'asset.abc', 'fonts'));
  const { Resources, ...template } = templateOf(join(directory, 'inbox'));
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
  await writeTemplate({ ...template, Resources: { ...Resources, ...layers } });
  const stack = await start({ stateDirectory: relative(process.cwd(), options.stateDirectory) });
  const { env } = (await (await fetch(`${stack.baseUrl}/x`)).json()) as { env: Record<string, string> };
  expect(env['FONTS']).toBe(join(options.stateDirectory, 'functions', 'Fn', 'opt', 'fonts'));
  expect(await readdir(env['FONTS'] ?? '')).toEqual([]);
});

test('state and addresses survive a restart', async () => {
  const first = await start();
  const before = s3Of(first);
  await before.send(new PutObjectCommand({ Bucket: 'files', Key: 'kept', Body: 'text' }));
  before.destroy();
  await first.stop();
  await expect(fetch(first.baseUrl)).rejects.toThrow();

  const second = await start();
  expect(second.endpoints).toEqual(first.endpoints);
  const after = s3Of(second);
  const { Body } = await after.send(new GetObjectCommand({ Bucket: 'files', Key: 'kept' }));
  expect(await Body?.transformToString()).toBe('text');
  after.destroy();
});

test('stopping ends the processes of the functions', async () => {
  const stack = await start();
  await fetch(`${stack.baseUrl}/x`);
  const [pid] = stack.pids();
  expect(pid).toBeGreaterThan(0);
  await stack.stop();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});

describe('a run that cannot start', () => {
  test('says so if another one has the state', async () => {
    await start();
    await expect(start()).rejects.toThrow(`(process ${process.pid}) already uses`);
  });

  test('says so if the port is taken, and leaves nothing behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toThrow(`Port ${port} is taken`);
    await new Promise((resolve) => other.close(resolve));
    // The same state and port can be had now: everything was stopped again.
    expect((await start({ port })).baseUrl).toBe(`http://127.0.0.1:${port}`);
  });

  test('takes other ports for the stores if theirs are gone', async () => {
    const first = await start();
    await first.stop();
    const rival = createServer().listen(Number(new URL(first.endpoints.s3).port), '127.0.0.1');
    await new Promise((resolve) => rival.once('listening', resolve));
    const second = await start();
    expect(second.endpoints.s3).not.toBe(first.endpoints.s3);
    expect(second.endpoints.sqs).toBe(first.endpoints.sqs);
    await new Promise((resolve) => rival.close(resolve));
  });

  test('names what the template asks for in vain, before anything starts', async () => {
    const { Resources, ...template } = templateOf('x');
    await writeTemplate({ ...template, Resources: { ...Resources, Net: { Type: 'AWS::EC2::VPC' } } });
    await expect(start()).rejects.toThrow('Net: the resource type AWS::EC2::VPC');
    await expect(cp(options.stateDirectory, join(directory, 'copy'), { recursive: true })).rejects.toThrow(
      'ENOENT',
    );
  });
});

test('one store is started again by itself, with what it holds, and so is the gateway', async () => {
  const stack = await start();
  const { Bucket } = stack.outputs;
  await s3Of(stack).send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'still here' }));
  for (const name of ['s3', 'sqs', 'dynamodb', 'gateway'] as const) await stack.restart(name);
  const object = await s3Of(stack).send(new GetObjectCommand({ Bucket, Key: 'kept' }));
  expect(await object.Body?.transformToString()).toBe('still here');
  expect((await fetch(`${stack.baseUrl}/v1/again`)).status).toBe(200);
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
    const stack = await start({
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
