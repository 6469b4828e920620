import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Assets } from '../../src/template/assets.ts';
import { readBuckets } from '../../src/s3/read-buckets.ts';
import { readEventSources } from '../../src/lambda/read-event-sources.ts';
import { readFunctions } from '../../src/lambda/read-functions.ts';
import { readQueues } from '../../src/sqs/read-queues.ts';
import { readTables } from '../../src/dynamodb/read-tables.ts';
import { evaluatorOf } from './evaluate.ts';

const resource = (Type: string, Properties: object) =>
  evaluatorOf({ Resources: { It: { Type, Properties } } });

describe('tables', () => {
  const keys = {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  };

  test('keys, indexes and time to live are read', () => {
    const index = { IndexName: 'byOwner', KeySchema: keys.KeySchema, Projection: { ProjectionType: 'ALL' } };
    const evaluator = resource('AWS::DynamoDB::Table', {
      ...keys,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: [index],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
    expect(readTables(evaluator)).toEqual([
      {
        name: 'It',
        keySchema: keys.KeySchema,
        attributeDefinitions: keys.AttributeDefinitions,
        globalSecondaryIndexes: [index],
        ttlAttribute: 'ttl',
      },
    ]);
  });

  test('a stream, which would feed something, is rejected', () => {
    const evaluator = resource('AWS::DynamoDB::Table', {
      ...keys,
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    });
    expect(() => readTables(evaluator)).toThrow(
      'It (AWS::DynamoDB::Table): the property StreamSpecification',
    );
  });
});

describe('queues', () => {
  test('defaults are those of SQS', () => {
    expect(readQueues(resource('AWS::SQS::Queue', {}))).toEqual([
      {
        name: 'It',
        visibilityTimeoutSeconds: 30,
        retentionSeconds: 345_600,
        delaySeconds: 0,
        receiveWaitSeconds: 0,
      },
    ]);
  });

  test('a dead-letter queue is found by its ARN', () => {
    const evaluator = evaluatorOf({
      Resources: {
        Dead: { Type: 'AWS::SQS::Queue' },
        Jobs: {
          Type: 'AWS::SQS::Queue',
          Properties: {
            VisibilityTimeout: '900',
            RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 10 },
          },
        },
      },
    });
    expect(readQueues(evaluator)[1]).toMatchObject({
      visibilityTimeoutSeconds: 900,
      redrive: { targetName: 'Dead', maxReceiveCount: 10 },
    });
  });

  test('FIFO queues are rejected', () => {
    expect(() => readQueues(resource('AWS::SQS::Queue', { FifoQueue: true }))).toThrow('FifoQueue');
  });
});

test('buckets have their CORS and the lifecycle rules that are enabled', () => {
  const evaluator = resource('AWS::S3::Bucket', {
    CorsConfiguration: { CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'], MaxAge: 60 }] },
    LifecycleConfiguration: {
      Rules: [
        { Prefix: 'inputs/', ExpirationInDays: 1, Status: 'Enabled' },
        { Prefix: 'kept/', ExpirationInDays: 1, Status: 'Disabled' },
      ],
    },
  });
  expect(readBuckets(evaluator)).toEqual([
    {
      name: 'it',
      cors: [
        {
          allowedOrigins: ['*'],
          allowedMethods: ['GET'],
          allowedHeaders: [],
          exposedHeaders: [],
          maxAgeSeconds: 60,
        },
      ],
      lifecycle: [{ prefix: 'inputs/', expirationDays: 1 }],
    },
  ]);
});

test('event sources of queues are read, filters are rejected', () => {
  const properties = { EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:Jobs', FunctionName: 'Worker' };
  const read = (more: object) =>
    readEventSources(resource('AWS::Lambda::EventSourceMapping', { ...properties, ...more }));
  expect(read({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 5 } })).toEqual([
    {
      functionName: 'Worker',
      queueArn: properties.EventSourceArn,
      batchSize: 1,
      maximumBatchingWindowSeconds: 0,
      maximumConcurrency: 5,
      reportBatchItemFailures: false,
      enabled: true,
    },
  ]);
  expect(() => read({ FilterCriteria: {} })).toThrow('FilterCriteria');
  expect(() => read({ EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/s' })).toThrow(
    'not a queue',
  );
});

describe('functions', () => {
  let directory: string;
  let assets: Assets;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assets-'));
    const files = {
      abc: { source: { path: 'asset.abc', packaging: 'zip' } },
      image: { source: { path: 'asset.image', packaging: 'file' } },
    };
    await writeFile(join(directory, 'Stack.assets.json'), JSON.stringify({ files }));
    assets = await Assets.beside(join(directory, 'Stack.template.json'));
  });

  afterAll(() => rm(directory, { recursive: true }));

  const code = { S3Bucket: { 'Fn::Sub': 'cdk-assets-${AWS::AccountId}' }, S3Key: 'abc.zip' };
  const basic = { Code: code, Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'arn' };
  const read = (more: object) =>
    readFunctions(resource('AWS::Lambda::Function', { ...basic, ...more }), assets);

  test('code is found through the asset manifest, and defaults are those of Lambda', () => {
    expect(read({})).toEqual([
      {
        logicalId: 'It',
        name: 'It',
        arn: 'arn:aws:lambda:us-east-1:000000000000:function:It',
        directory: join(directory, 'asset.abc'),
        handler: 'index.handler',
        timeoutSeconds: 3,
        memoryMegabytes: 128,
        ephemeralStorageMegabytes: 512,
        environment: {},
        reservedConcurrency: undefined,
        logGroup: '/aws/lambda/It',
        layerDirectories: [],
      },
    ]);
  });

  test('the environment becomes text', () => {
    expect(read({ Environment: { Variables: { SIZE: 5, ON: true } } })[0]?.environment).toEqual({
      SIZE: '5',
      ON: 'true',
    });
  });

  test.each([
    [{ Runtime: 'python3.13' }, 'only Node.js'],
    [{ Code: { ZipFile: 'x' } }, 'S3Key is missing'],
    [{ Code: { S3Key: 'gone.zip' } }, 'no asset gone.zip'],
    [{ Code: { S3Key: 'image.zip' } }, 'not a folder'],
    [{ VpcConfig: {} }, 'VpcConfig'],
    [{ Layers: ['arn:elsewhere'] }, 'arn:elsewhere'],
  ])('%j is rejected', (more, complaint) => {
    expect(() => read(more)).toThrow(complaint);
  });

  test('layers are found in the template, in their order', () => {
    const evaluator = evaluatorOf({
      Resources: {
        Fonts: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: { S3Key: 'abc.zip' } } },
        It: { Type: 'AWS::Lambda::Function', Properties: { ...basic, Layers: [{ Ref: 'Fonts' }] } },
      },
    });
    expect(readFunctions(evaluator, assets)[0]?.layerDirectories).toEqual([join(directory, 'asset.abc')]);
  });

  test('the provider of a custom resource without meaning is left out', () => {
    const evaluator = evaluatorOf({
      Resources: {
        AutoDelete: {
          Type: 'Custom::S3AutoDeleteObjects',
          Properties: { ServiceToken: { 'Fn::GetAtt': ['Provider', 'Arn'] } },
        },
        Provider: {
          Type: 'AWS::Lambda::Function',
          Properties: { Code: {}, Handler: 'x', Runtime: 'nodejs22.x' },
        },
      },
    });
    expect(readFunctions(evaluator, assets)).toEqual([]);
  });

  test('a missing manifest is named', async () => {
    await expect(Assets.beside(join(directory, 'Other.template.json'))).rejects.toThrow('Other.assets.json');
  });
});
