import { join } from 'node:path';
import { Functions } from './functions.ts';
import type { FunctionConfig, FunctionOptions, InvocableFunction } from './lambda/function.ts';
import type { Addresses, PluginContext, RunningPlugin, ServiceName } from './plugin.ts';
import { lambdaBandwidth } from './lambda/limit-stream.ts';
import { plugins } from './plugins.ts';
import { readStack } from './read-stack.ts';
import type { Credentials, Log } from './service.ts';
import { Services } from './services.ts';
import { lockState } from './state-lock.ts';
import { region } from './template/account.ts';

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
  /** Sends streamed responses no faster than AWS does, at 2 MB/s after the first megabytes: for benchmarks. */
  limitBandwidth?: boolean;
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
export type StoreName = Extract<ServiceName, 'dynamodb' | 'sqs' | 's3' | 'lambda'>;

/** What can be started again by itself. */
export type RestartableName = 'dynamodb' | 'sqs' | 's3' | 'gateway';

export interface LocalStack {
  /** Of the API, without its stage and without a trailing slash. */
  baseUrl: string;
  /** The template's outputs. URLs of the API lead to this machine. */
  outputs: Record<string, string>;
  endpoints: Record<StoreName | 'apigateway', string>;
  credentials: Credentials;
  region: string;
  /** The processes of the functions. */
  pids(): number[];
  /** Stops one service and starts it again on its port, with what it has on disk. Requests in between fail. */
  restart(name: RestartableName): Promise<void>;
  /** Ends requests, event sources and schedules, functions, and stores, in this order. */
  stop(): Promise<void>;
}

const credentials: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Serves a synthesized template on this machine.
 *
 * @throws {Error} if the template asks for something that is not served, the port is taken, or another run has the
 *   state directory. Services that had started are stopped again.
 */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  const running = new AsyncDisposableStack();
  try {
    return await start(options, running);
  } catch (error) {
    // The first error is the one to report.
    await running.disposeAsync().catch(() => undefined);
    throw error;
  }
}

/** @param running Gets what has to be stopped; the last entry is stopped first. */
async function start(options: LocalStackOptions, running: AsyncDisposableStack): Promise<LocalStack> {
  const read = await readStack(options.templateFile, options.parameters);
  const unaddressed = read(() => 'http://127.0.0.1');
  const starters = plugins.map((plugin) => plugin.read(unaddressed));

  running.defer(lockState(options.stateDirectory));
  const functions = new Functions(options.limitBandwidth ? lambdaBandwidth : undefined);
  const services = await Services.open(options.stateDirectory);
  const starting = starters.map((startPlugin, index) => {
    const resources = new AsyncDisposableStack();
    running.use(resources);
    const directory = join(options.stateDirectory, plugins[index]?.name ?? '');
    return startPlugin(contextOf({ directory, options, functions, resources }, services));
  });
  // If one fails, the others still have to come up in order to be stopped.
  await Promise.allSettled(starting);
  const started = await Promise.all(starting);
  await services.save();

  const addresses = addressesOf(services, options);
  const addressed = read((name) =>
    name === 'execute-api' ? services.endpoint(name) : addresses.reached(name as ServiceName),
  );
  for (const plugin of started.filter((each): each is RunningPlugin => each !== undefined)) {
    plugin.activate(addressed, addresses);
  }

  const endpoint = services.endpoint.bind(services);
  return {
    baseUrl: endpoint('execute-api'),
    outputs: addressed.evaluator.outputs(),
    endpoints: {
      dynamodb: endpoint('dynamodb'),
      sqs: endpoint('sqs'),
      s3: endpoint('s3'),
      lambda: endpoint('lambda'),
      apigateway: endpoint('apigateway'),
    },
    credentials,
    region,
    pids: () => functions.pids(),
    restart: (name) => services.restart(name === 'gateway' ? 'execute-api' : name),
    stop: () => running.disposeAsync(),
  };
}

function contextOf(
  plugin: Pick<PluginContext, 'directory' | 'options' | 'functions' | 'resources'>,
  services: Services,
): PluginContext {
  return {
    ...plugin,
    credentials,
    log: plugin.options.log,
    serve: async (...service) => {
      const started = await services.start(...service);
      plugin.resources.defer(() => started.stop());
      return started.endpoint;
    },
  };
}

function addressesOf(services: Services, { reachedThrough }: LocalStackOptions): Addresses {
  const reached = (name: ServiceName): string => {
    const endpoint = services.endpoint(name);
    return isStore(name) ? (reachedThrough?.(name, endpoint) ?? endpoint) : endpoint;
  };
  const variables = plugins.flatMap(
    ({ endpointVariables = {} }) => Object.entries(endpointVariables) as [ServiceName, string][],
  );
  return {
    reached,
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...Object.fromEntries(variables.map(([name, variable]) => [variable, reached(name)])),
    },
  };
}

const isStore = (name: ServiceName): name is StoreName => name !== 'apigateway' && name !== 'execute-api';
