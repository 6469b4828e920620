import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { planNames, plans } from '#lib/auth/plans.ts';
import { templateFile } from './build.ts';
import {
  createContainerNetwork,
  forwardToLoopback,
  freePort,
  removeContainerNetwork,
} from './container-access.ts';
import { type LocalStackFile, readState, runningLocalStack, stackFile } from './local-state.ts';
import { projectRoot } from './project.ts';
import { writeSamTemplate } from './sam-template.ts';

const usage = `Serves the API with sam local start-api: each function runs in a container of the Lambda image.

  npm run sam [-- --port 3001] [options of sam local start-api, such as --skip-pull-image]

Requires SAM CLI and Docker. The tables, queues and bucket are those of the local run (npm start), which it starts if
necessary. The local run also executes jobs, since SAM CLI has no event sources. Pages are rendered in a container, by
sam local start-lambda.`;

const samTemplateFile = join(projectRoot, 'cdk.out', 'sam.template.json');
const networkName = 'file-conversion-sam';
const report = (line: string): void => console.log(line);

/** Child processes in the order in which they stop: SAM CLI, which removes its containers, then the local run. */
const children: ChildProcess[] = [];
const servers: Server[] = [];

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  if (given.includes('--help')) {
    report(usage);
    return;
  }
  const { network, host, isLocalAddress } = await createContainerNetwork({ name: networkName });
  stopOnSignals();
  const stack = await localRun();

  const { endpoints, region, credentials } = stack;
  const invokeHost = isLocalAddress ? host : '127.0.0.1';
  const invokePort = await freePort(invokeHost);
  if (isLocalAddress) {
    for (const endpoint of [endpoints.dynamodb, endpoints.s3, endpoints.sqs]) {
      servers.push(await forwardToLoopback(host, Number(new URL(endpoint).port)));
    }
  }
  const fromContainers = (url: string): string => {
    const address = new URL(url);
    address.hostname = host;
    return address.href.replace(/\/$/, '');
  };
  await writeSamTemplate({
    templateFile,
    samTemplateFile,
    parameters:
      process.env['ALLOWED_PRIVATE_HOSTS'] === undefined
        ? {}
        : { AllowedPrivateHosts: process.env['ALLOWED_PRIVATE_HOSTS'] },
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: fromContainers(endpoints.dynamodb),
      AWS_ENDPOINT_URL_S3: fromContainers(endpoints.s3),
      AWS_ENDPOINT_URL_SQS: fromContainers(endpoints.sqs),
      AWS_ENDPOINT_URL_LAMBDA: `http://${host}:${invokePort}`,
    },
    endpoint: (service) => (service === 'sqs' ? fromContainers(endpoints.sqs) : 'http://127.0.0.1'),
  });

  const environment = {
    ...process.env,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    SAM_CLI_TELEMETRY: process.env['SAM_CLI_TELEMETRY'] ?? '0',
  };
  const sam = (command: string, ...args: string[]): void => {
    const common = ['--template', samTemplateFile, '--docker-network', network, '--warm-containers', 'LAZY'];
    const child = spawn('sam', ['local', command, ...common, ...args], {
      cwd: projectRoot,
      env: environment,
      stdio: 'inherit',
      // Otherwise Ctrl-C would reach it twice: from the terminal and from this process.
      detached: true,
    });
    child.on('error', () => {
      console.error('SAM CLI is not installed: https://docs.aws.amazon.com/serverless-application-model/');
      void stop(1);
    });
    child.on('exit', (code) => void stop(code ?? 1));
    children.unshift(child);
  };
  const pull = given.filter((option) => option === '--skip-pull-image');
  sam('start-lambda', '--host', invokeHost, '--port', String(invokePort), ...pull);
  sam('start-api', ...(given.includes('--port') ? [] : ['--port', process.env['PORT'] ?? '3001']), ...given);
  for (const plan of planNames) report(`${plans[plan].title.padEnd(10)} ${stack.keys[plan]}`);
}

/** The local run. Starts one, which ends with this process, unless it is running. */
async function localRun(): Promise<LocalStackFile> {
  if (!runningLocalStack()) {
    report('Starting the local run for its stores …');
    const options = ['--disable-warning=ExperimentalWarning', join(projectRoot, 'cdk', 'start.ts')];
    const child = spawn(process.execPath, options, {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    children.push(child);
    while (!(runningLocalStack() && read().pids[0] === child.pid)) {
      if (child.exitCode !== null) throw new Error('The local run did not start.');
      await sleep(200);
    }
  }
  return read();
}

const read = (): LocalStackFile => readState(stackFile()) as LocalStackFile;

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
}

let stopping = false;

/** Stops SAM CLI, which removes its containers, then the local run if this process started it. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const child of children) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  }
  for (const server of servers) server.close();
  await removeContainerNetwork(networkName);
  process.exit(code);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  await stop(1);
}
