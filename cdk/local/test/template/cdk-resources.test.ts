import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnParameter, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { Code, Function as LambdaFunction, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceTypes } from '../../src/plugins.ts';
import { Assets } from '../../src/template/assets.ts';
import { Evaluator } from '../../src/template/evaluator.ts';
import { readEventSources } from '../../src/lambda/read-event-sources.ts';
import { readFunctions } from '../../src/lambda/read-functions.ts';
import { parameterValues } from '../../src/template/parameters.ts';
import { readQueues } from '../../src/sqs/read-queues.ts';
import { readSchedules } from '../../src/events/read-schedules.ts';
import { readTables } from '../../src/dynamodb/read-tables.ts';
import { readTemplate } from '../../src/template/template.ts';

/** A worker with all that belongs to it, as CDK's constructs write it: what they write has to be read. */
class WorkerStack extends Stack {
  constructor(app: App, folder: string) {
    super(app, 'Worker');
    const concurrency = new CfnParameter(this, 'Concurrency', { type: 'Number', default: 5 });
    const deadLetters = new Queue(this, 'Dead', {
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
      encryption: QueueEncryption.SQS_MANAGED,
    });
    const queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.minutes(12),
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
      enforceSSL: true,
      encryption: QueueEncryption.SQS_MANAGED,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const worker = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(join(folder, 'code')),
      layers: ['office', 'fonts'].map(
        (name) => new LayerVersion(this, name, { code: Code.fromAsset(join(folder, name)) }),
      ),
      timeout: Duration.seconds(120),
      ephemeralStorageSize: Size.mebibytes(2048),
    });
    worker.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 1,
        maxConcurrency: concurrency.valueAsNumber,
        reportBatchItemFailures: true,
      }),
    );
    new Rule(this, 'Rule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(worker, { retryAttempts: 0 })],
    });
    const table = new Table(this, 'Table', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      partitionKey: { name: 'pk', type: AttributeType.STRING },
    });
    table.addGlobalSecondaryIndex({
      indexName: 'open',
      partitionKey: { name: 'openState', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
      projectionType: ProjectionType.ALL,
    });
  }
}

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk-'));
  for (const name of ['code', 'office', 'fonts']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, `${name}.txt`), name);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

async function synthesize(context: Record<string, unknown> = {}, given: Record<string, string> = {}) {
  const app = new App({ outdir: mkdtempSync(join(folder, 'out-')), context });
  new WorkerStack(app, folder);
  const { directory } = app.synth();
  const file = join(directory, 'Worker.template.json');
  const template = await readTemplate(file);
  const evaluator = new Evaluator(template, parameterValues(template, given), {
    resourceTypes,
    endpoint: () => 'http://127.0.0.1',
  });
  return { evaluator, assets: await Assets.beside(file), directory };
}

test('queues, event source, rule and table are as the constructs meant them', async () => {
  const { evaluator, assets } = await synthesize();
  const [dead, queue] = readQueues(evaluator);
  expect(dead).toMatchObject({ retentionSeconds: 1_209_600 });
  expect(queue).toMatchObject({
    visibilityTimeoutSeconds: 720,
    retentionSeconds: 86_400,
    redrive: { targetName: dead?.name, maxReceiveCount: 3 },
  });
  const [fn] = readFunctions(evaluator, assets);
  expect(fn).toMatchObject({ timeoutSeconds: 120, ephemeralStorageMegabytes: 2048 });
  expect(readEventSources(evaluator)).toMatchObject([
    { functionName: fn?.name, batchSize: 1, maximumConcurrency: 5, reportBatchItemFailures: true },
  ]);
  expect(readSchedules(evaluator)).toMatchObject([
    { rate: 60_000, enabled: true, targets: [{ functionArn: fn?.arn }] },
  ]);
  expect(readTables(evaluator)).toMatchObject([
    {
      attributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'openState', AttributeType: 'S' },
        { AttributeName: 'dueAt', AttributeType: 'N' },
      ],
      globalSecondaryIndexes: [{ IndexName: 'open', Projection: { ProjectionType: 'ALL' } }],
    },
  ]);
});

test('a number that a parameter gives is a number, though CloudFormation hands on its text', async () => {
  const { evaluator } = await synthesize({}, { Concurrency: '7' });
  expect(readEventSources(evaluator)).toMatchObject([{ maximumConcurrency: 7 }]);
});

test('layers are found where CDK copied them, or where they are if it did not', async () => {
  const copied = await synthesize();
  const layers = readFunctions(copied.evaluator, copied.assets)[0]?.layerDirectories ?? [];
  expect(layers.map((layer) => layer.startsWith(copied.directory))).toEqual([true, true]);
  expect(existsSync(join(layers[0] ?? '', 'office.txt'))).toBe(true);
  expect(existsSync(join(layers[1] ?? '', 'fonts.txt'))).toBe(true);

  const inPlace = await synthesize({ 'aws:cdk:disable-asset-staging': true });
  const [fn] = readFunctions(inPlace.evaluator, inPlace.assets);
  expect(fn?.layerDirectories).toEqual([join(folder, 'office'), join(folder, 'fonts')]);
});

test('a layer that was packed before is rejected by name', async () => {
  // An archive without entries is its end record alone.
  const archive = join(folder, 'fonts.zip');
  writeFileSync(archive, Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]));
  const app = new App({ outdir: mkdtempSync(join(folder, 'out-')) });
  const stack = new Stack(app, 'Packed');
  new LayerVersion(stack, 'Fonts', { code: Code.fromAsset(archive) });
  const file = join(app.synth().directory, 'Packed.template.json');
  const evaluator = new Evaluator(await readTemplate(file), new Map(), { resourceTypes, endpoint: () => '' });
  const assets = await Assets.beside(file);
  expect(() => readFunctions(evaluator, assets)).toThrow(/Fonts.*\.zip, is not a folder; archives/);
});
