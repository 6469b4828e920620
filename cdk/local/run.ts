import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { ApiKeyStore } from './apigateway/api-key-store.ts';
import { startControlPlane } from './apigateway/server.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { startGateway } from './gateway/server.ts';
import { startEventSource } from './lambda/event-source.ts';
import {
  type FunctionConfig,
  type FunctionOptions,
  type InvocableFunction,
  LocalFunction,
} from './lambda/function.ts';
import { type InvokeApiOptions, startInvokeApi } from './lambda/invoke-api.ts';
import type { InvokeOutcome } from './lambda/invoke-outcome.ts';
import { RememberedPorts } from './remembered-ports.ts';
import { Restartable } from './restartable.ts';
import { startS3Thread } from './s3/thread.ts';
import { startSchedule } from './schedule.ts';
import type { Credentials, LocalService, Log } from './service.ts';
import { queueUrl as queueUrlAt } from './sqs/queue.ts';
import { startSqs } from './sqs/server.ts';
import { readStack, type StackDefinition } from './stack-definition.ts';
import { lockState } from './state-lock.ts';
import { arn as arnOf, region } from './template/account.ts';
import { Assets } from './template/assets.ts';
import { Evaluator } from './template/evaluator.ts';
import type { EventSourceDefinition } from './template/event-sources.ts';
import type { FunctionDefinition } from './template/functions.ts';
import { parameterValues } from './template/parameters.ts';
import { readTemplate, TemplateError } from './template/template.ts';

export interface LocalStackOptions {
  /** `cdk.out/X.template.json`; `X.assets.json` and the asset folders lie beside it. */
  templateFile: string;
  /** Everything that outlives a run: tables, queues, objects, API keys, ports. */
  stateDirectory: string;
  /** Of the gateway; 0 picks a free one. */
  port: number;
  /** Values of the template's parameters, where not the defaults. */
  parameters?: Record<string, string>;
  log: Log;
  /** Logs a line for each request and each invocation. */
  verbose?: boolean;
  /** The period of a scheduled rule for its rate, both in milliseconds: for tests, which do not want to wait. */
  scheduleMilliseconds?: (rate: number) => number;
  /**
   * The address under which functions and pollers reach a store, for its own: for tests that stand in between. Clients that
   * are given the stack's `endpoints` go straight to it.
   */
  reachedThrough?: (store: StoreName, endpoint: string) => string;
  /** Makes a function that is to run elsewhere than in processes of this machine's own; undefined for one that is not. */
  functionElsewhere?: (config: FunctionConfig, options: FunctionOptions) => InvocableFunction | undefined;
}

/** What functions reach by `AWS_ENDPOINT_URL_*`. */
export type StoreName = 'dynamodb' | 'sqs' | 's3' | 'lambda';

/** What can be started again by itself. */
export type RestartableName = 'dynamodb' | 'sqs' | 's3' | 'gateway';

export interface LocalStack {
  /** Of the API, without its stage and without a trailing slash. */
  baseUrl: string;
  /** The template's outputs. URLs of the API lead to this machine. */
  outputs: Record<string, string>;
  endpoints: { dynamodb: string; sqs: string; s3: string; apigateway: string; lambda: string };
  credentials: Credentials;
  region: string;
  /** The processes of the functions. */
  pids(): number[];
  /** Stops one service and starts it again on its port, with what it has on disk. Its requests in between are refused. */
  restart(name: RestartableName): Promise<void>;
  /** Ends requests, event sources and schedules, functions, and stores, in this order. */
  stop(): Promise<void>;
}

const credentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
/** As many environments of one function as a laptop has use for. Further invocations wait their turn. */
const defaultConcurrency = 10;

/**
 * Serves a synthesized template on this machine.
 *
 * @throws {Error} if the template asks for something that is not served, the port is taken, or another run has the
 *   state directory. Whatever had been started is stopped again.
 */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  const running = new AsyncDisposableStack();
  try {
    return await start(options, running);
  } catch (error) {
    // What went wrong first is what matters.
    await running.disposeAsync().catch(() => undefined);
    throw error;
  }
}

/** @param running Gets what has to be stopped; the last entry is stopped first. */
async function start(options: LocalStackOptions, running: AsyncDisposableStack): Promise<LocalStack> {
  const { stateDirectory, port, log, verbose = false } = options;
  const template = await readTemplate(options.templateFile);
  const parameters = parameterValues(template, options.parameters);
  const assets = await Assets.beside(options.templateFile);
  const read = (queueUrl: (name: string) => string, apiUrl: string) =>
    readStack(new Evaluator(template, parameters, { queueUrl, apiUrl }), assets);

  // The first reading finds every mistake before anything runs; only its addresses are still made up.
  const definition = read((name) => `http://127.0.0.1/${name}`, 'http://127.0.0.1');
  running.defer(lockState(stateDirectory));
  const functions = new Map<string, InvocableFunction>();
  // Gateway and Invoke API open before there are functions, which need their addresses; requests wait until then.
  const ready = Promise.withResolvers<undefined>();
  const find = async (arn: string) => {
    await ready.promise;
    return functions.get(arn);
  };
  const invoke = async (arn: string, payload: string | Buffer, context?: { traceId: string }) =>
    (await find(arn))?.invoke(payload, context) ?? notFound(arn);
  const services = await startServices(
    definition,
    options,
    async (name, payload, context) =>
      (await find(arnOf('lambda', `function:${name}`)))?.invoke(payload, context),
    running,
  );

  const triggers: { stop(): Promise<void> }[] = [];
  running.defer(() => stopAll([...functions.values()]));
  running.defer(() => stopAll(triggers));

  const { api } = definition;
  const gateway = await Restartable.start(port, (on) =>
    startGateway({ api, port: on, apiKeys: services.keys, invoke, log, verbose }),
  ).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken. Choose another one, for instance PORT=0.`, { cause: error });
  });
  running.defer(() => gateway.stop());

  const { reached } = services;
  const queueUrl = (name: string): string => queueUrlAt(reached.sqs, name);
  const addressed = read(queueUrl, gateway.endpoint);
  const environment = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: reached.dynamodb,
    AWS_ENDPOINT_URL_LAMBDA: reached.lambda,
    AWS_ENDPOINT_URL_S3: reached.s3,
    AWS_ENDPOINT_URL_SQS: reached.sqs,
  };
  for (const each of addressed.functions) {
    functions.set(each.arn, localFunction(each, environment, options));
  }
  ready.resolve(undefined);

  const client = new SQSClient({ endpoint: reached.sqs, region, credentials });
  for (const each of addressed.eventSources) {
    const { arn } = functionOf(each, addressed.functions);
    const mapping = {
      ...each,
      queueUrl: queueUrl(each.queueArn.split(':').at(-1) ?? ''),
      maximumConcurrency: each.maximumConcurrency ?? defaultConcurrency,
    };
    const source = startEventSource({ mapping, sqs: client, invoke: (payload) => invoke(arn, payload), log });
    triggers.push(source);
  }
  for (const schedule of addressed.schedules) {
    const milliseconds = options.scheduleMilliseconds?.(schedule.rate);
    triggers.push(startSchedule({ schedule, milliseconds, invoke, log }));
  }

  return {
    baseUrl: gateway.endpoint,
    outputs: addressed.outputs,
    endpoints: services.endpoints,
    credentials,
    region,
    pids: () => [...functions.values()].flatMap((each) => each.pids()),
    restart: (name) => (name === 'gateway' ? gateway : services.stores[name]).restart(),
    stop: async () => {
      await running.disposeAsync();
      client.destroy();
    },
  };
}

interface Services {
  stores: Record<Exclude<RestartableName, 'gateway'>, Restartable>;
  keys: ApiKeyStore;
  endpoints: LocalStack['endpoints'];
  /** The addresses that functions and pollers are given. */
  reached: Record<StoreName, string>;
}

/** Starts what functions reach by `AWS_ENDPOINT_URL_*`, and the control plane. */
async function startServices(
  { api, tables, queues, buckets }: StackDefinition,
  { stateDirectory, log, reachedThrough = (_, endpoint) => endpoint }: LocalStackOptions,
  invoke: InvokeApiOptions['invoke'],
  running: AsyncDisposableStack,
): Promise<Services> {
  const ports = await RememberedPorts.read(stateDirectory);
  const directory = (name: string) => join(stateDirectory, name);
  const keys = new ApiKeyStore(directory('apigateway'));
  running.defer(() => keys.close());

  const begin = async (
    name: string,
    startOn: (port: number) => Promise<LocalService>,
  ): Promise<Restartable> => {
    const service = await ports.start(name, (port) => Restartable.start(port, startOn));
    running.defer(() => service.stop());
    return service;
  };
  const starting = [
    begin('dynamodb', (port) => startDynamoDb({ directory: directory('dynamodb'), port, tables, log })),
    begin('sqs', (port) => startSqs({ directory: directory('sqs'), port, credentials, queues })),
    begin('s3', (port) => startS3Thread({ directory: directory('s3'), port, credentials, buckets, log })),
    begin('apigateway', (port) => {
      const { usagePlans, id: apiId, stage } = api;
      return startControlPlane({ keys, usagePlans, apiId, stage: stage.name, port, credentials, log });
    }),
    begin('lambda', (port) => startInvokeApi({ port, credentials, invoke, log })),
  ] as const;
  // If one fails, the others still have to come up in order to be stopped.
  await Promise.allSettled(starting);
  const [dynamodb, sqs, s3, apigateway, lambda] = await Promise.all(starting);
  await ports.save();
  return {
    stores: { dynamodb, sqs, s3 },
    keys,
    endpoints: {
      dynamodb: dynamodb.endpoint,
      sqs: sqs.endpoint,
      s3: s3.endpoint,
      apigateway: apigateway.endpoint,
      lambda: lambda.endpoint,
    },
    reached: {
      dynamodb: reachedThrough('dynamodb', dynamodb.endpoint),
      sqs: reachedThrough('sqs', sqs.endpoint),
      s3: reachedThrough('s3', s3.endpoint),
      lambda: reachedThrough('lambda', lambda.endpoint),
    },
  };
}

function localFunction(
  definition: FunctionDefinition,
  environment: Record<string, string>,
  { stateDirectory, log, verbose = false, functionElsewhere }: LocalStackOptions,
): InvocableFunction {
  const { reservedConcurrency, ...described } = definition;
  const config: FunctionConfig = {
    ...described,
    environment: { ...described.environment, ...environment },
    maximumConcurrency: reservedConcurrency ?? defaultConcurrency,
    overflow: reservedConcurrency === undefined ? 'queue' : 'throttle',
  };
  const options = { stateDirectory: join(stateDirectory, 'functions', config.name), log, verbose };
  return functionElsewhere?.(config, options) ?? new LocalFunction(config, options);
}

function functionOf(source: EventSourceDefinition, functions: FunctionDefinition[]): FunctionDefinition {
  const { functionName } = source;
  const found = functions.find(({ name, arn }) => name === functionName || arn === functionName);
  if (!found)
    throw new TemplateError(`The event source ${source.queueArn} names no function: ${functionName}.`);
  return found;
}

function notFound(arn: string): InvokeOutcome {
  return {
    kind: 'error',
    errorType: 'ResourceNotFoundException',
    errorMessage: `Function not found: ${arn}`,
  };
}

async function stopAll(services: { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
}
