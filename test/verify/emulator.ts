import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cdk/container-access.ts';
import { projectRoot } from '../../cdk/project.ts';
import type { settingNames } from '../../cdk/settings.ts';
import { installPythonTool } from './python-tool.ts';
import type { Feature } from './stack/check.ts';

export const account = '123456789012';
export const region = 'eu-central-1';

/** The gap of a type whose resources have no id in the stack: most are not made, some cannot be found from there. */
export const unlisted = 'PhysicalResourceId';

/** A program by others that stands in for AWS. */
export interface Emulator {
  name: string;
  requirement: string;
  start(programs: string, port: number, folder: string): [program: string, args: string[], Environment];
  /** Of the address, since not every emulator takes every one. */
  host: string;
  /** Whether it creates resources behind those that they depend on, as CloudFormation does. */
  ordersResources: boolean;
  /** Whether it executes deployed functions, and API Gateway in front of them. */
  runsFunctions: boolean;
  /** Features of a deployed stack that it does not have. */
  lacks: readonly Feature[];
  /** Settings of the stack without what it does not support. */
  settings: readonly { setting: `${(typeof settingNames)[number]}=${string}`; reason: string }[];
  /** What its CloudFormation leaves out, by type: names of properties, or `unlisted`. */
  gaps: Readonly<Record<string, readonly string[]>>;
  /** What there is after `cdk destroy`, by kind and name. */
  leaves: readonly RegExp[];
}

type Environment = Record<string, string>;

/** The tables that the stack retains, by the names that CloudFormation generates. */
const retainedTables = /^table .*Data(Keys|WebhookSecrets)/;

export const emulators: readonly Emulator[] = [
  {
    name: 'moto 5.2.5',
    requirement: 'moto[server]==5.2.5',
    start: (programs, port) => [join(programs, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {}],
    // By any other name it takes the first part for a bucket when it is given the URL of a template.
    host: 'localhost',
    ordersResources: false,
    runsFunctions: false,
    lacks: [],
    settings: [],
    gaps: {
      'AWS::ApiGateway::Account': [unlisted],
      'AWS::ApiGateway::Authorizer': [unlisted],
      'AWS::ApiGateway::Deployment': [unlisted],
      'AWS::ApiGateway::GatewayResponse': [unlisted],
      'AWS::ApiGateway::Method': [unlisted],
      'AWS::ApiGateway::RestApi': ['ApiKeySourceType', 'BinaryMediaTypes', 'EndpointConfiguration'],
      'AWS::ApiGateway::Stage': [unlisted],
      'AWS::ApiGateway::UsagePlan': [unlisted],
      'AWS::CloudWatch::Alarm': [unlisted],
      'AWS::DynamoDB::Table': ['PointInTimeRecoverySpecification', 'TimeToLiveSpecification'],
      'AWS::Lambda::Function': ['EphemeralStorage', 'Layers', 'LoggingConfig', 'RecursiveLoop'],
      'AWS::Lambda::LayerVersion': [unlisted],
      'AWS::Lambda::Permission': [unlisted],
      'AWS::S3::Bucket': ['CorsConfiguration', 'LifecycleConfiguration', 'PublicAccessBlockConfiguration'],
      'AWS::S3::BucketPolicy': [unlisted],
      'AWS::SQS::QueuePolicy': [unlisted],
    },
    leaves: [/^layer /, /^API /, retainedTables],
  },
  {
    name: 'MiniStack 1.5.33',
    requirement: 'ministack==1.5.33',
    start: (programs, port, folder) => [
      join(programs, 'ministack'),
      [],
      {
        BIND_HOST: '127.0.0.1',
        MINISTACK_HOST: '127.0.0.1',
        GATEWAY_PORT: String(port),
        MINISTACK_ACCOUNT_ID: account,
        MINISTACK_REGION: region,
        STATE_DIR: folder,
        S3_DATA_DIR: join(folder, 's3'),
        TMPDIR: folder,
        LAMBDA_EXECUTOR: 'local',
        // The SDK that Lambda's Node.js runtime has, for CDK's function that empties the bucket.
        NODE_PATH: join(projectRoot, 'node_modules'),
      },
    ],
    host: '127.0.0.1',
    ordersResources: true,
    runsFunctions: true,
    // It has no /opt for layers, and does not poll a queue whose concurrency is a parameter.
    lacks: ['rendering', 'fonts', 'validation', 'jobs', 'streaming', 'long-responses'],
    settings: [
      {
        setting: 'responseStreaming=false',
        reason: 'its runtime has no awslambda.streamifyResponse, and its API Gateway no ResponseTransferMode',
      },
    ],
    gaps: {
      'AWS::ApiGateway::RestApi': ['ApiKeySourceType', 'EndpointConfiguration'],
      'AWS::ApiGateway::Stage': ['AccessLogSetting'],
      // Its throttles of methods have the names of CloudFormation instead of those of API Gateway.
      'AWS::ApiGateway::UsagePlan': ['ApiStages'],
      'AWS::DynamoDB::Table': ['PointInTimeRecoverySpecification', 'TimeToLiveSpecification'],
      'AWS::Lambda::Function': ['RecursiveLoop'],
      'AWS::S3::Bucket': ['LifecycleConfiguration', 'Tags'],
    },
    // Keys are made by `npm run keys`, not by CloudFormation. OPERATIONS.md says how to remove what stays.
    leaves: [/^API key /, retainedTables],
  },
];

export interface RunningEmulator extends AsyncDisposable {
  endpoint: string;
  /** For programs that are to take it for AWS. */
  environment: Environment;
}

/** @param folder for what it stores and logs */
export async function startEmulator(emulator: Emulator, folder: string): Promise<RunningEmulator> {
  const programs = await installPythonTool(emulator.requirement);
  // MiniStack starts functions by a CommonJS program in its folder; a package.json further up could make it a module.
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const port = await freePort();
  const [program, args, environment] = emulator.start(programs, port, folder);
  const path = `${join(projectRoot, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PATH: path, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(folder, 'emulator.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const endpoint = `http://${emulator.host}:${port}`;
  await untilItResponds(endpoint, child);
  return {
    endpoint,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: account,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_EC2_METADATA_DISABLED: 'true',
      // CDK's cache of accounts must not be mixed with the emulator's, nor reported.
      CDK_HOME: join(folder, 'cdk-home'),
      CDK_DISABLE_CLI_TELEMETRY: 'true',
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
        await exited;
        clearTimeout(timer);
      }
      log.end();
    },
  };
}

async function untilItResponds(endpoint: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The emulator ended with ${child.exitCode}.`);
    const responds = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    if (responds) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error('The emulator does not respond.');
}
