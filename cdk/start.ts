import { createWriteStream, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PlanName, planNames, plans } from '#lib/auth/plans.ts';
import { growHeapBeforeGc } from '#lib/base/grow-heap-before-gc.ts';
import { limits } from '#lib/base/limits.ts';
import { buildIfNeeded, templateFile } from './build.ts';
import { type LocalStack, startLocalStack } from 'local-stack';
import {
  type LocalStackFile,
  readState,
  removeState,
  runningLocalStack,
  stackFile,
  makeStateFolder,
  stateFolder,
  writeState,
} from './local-state.ts';
import { openKeyAdmin } from './stack-access.ts';

const usage = `Runs the whole service on this machine.

  npm start [-- --fresh] [--port 3000] [--parameter MaxUploadMegabytes=50] [--verbose]

--fresh      start with empty stores and new keys
--parameter  set a stack parameter; can be repeated
--verbose    print the logs of the functions, which are also in run.log of the state folder

PORT sets the port (0 for a free one), LOCAL_STATE_DIR the state folder. ALLOWED_PRIVATE_HOSTS lists private hosts that
pages, downloads, deliveries and webhooks can reach: ALLOWED_PRIVATE_HOSTS=127.0.0.1:8080 npm start`;

type Keys = Record<PlanName, { key: string; webhookSecret: string }>;

const report = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean' },
      port: { type: 'string' },
      parameter: { type: 'string', multiple: true },
      verbose: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    report(usage);
    return;
  }
  const port = Number(values.port ?? process.env['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('The port must be between 0 and 65535.');
  const started = performance.now();
  if (values.fresh) clearState();
  await buildIfNeeded(report);

  report('Starting …');
  const stack = await startLocalStack({
    templateFile,
    stateDirectory: stateFolder(),
    port,
    // Each conversion uses one processor and several hundred megabytes.
    parameters: {
      OfficeConcurrency: String(Math.max(2, availableParallelism())),
      MaxJobWaitSeconds: String(limits.jobWaitSeconds),
      ...(process.env['ALLOWED_PRIVATE_HOSTS'] === undefined
        ? {}
        : { AllowedPrivateHosts: process.env['ALLOWED_PRIVATE_HOSTS'] }),
      ...parametersOf(values.parameter ?? []),
    },
    log: runLog(values.verbose ?? false),
    verbose: values.verbose ?? false,
  });
  stopOnSignals(stack);
  const keys = await readyKeys(stack);
  announce(stack, keys);
  report(`Ready in ${((performance.now() - started) / 1000).toFixed(1)} s. Press Ctrl-C to stop.\n`);
  report(welcome(stack, keys));
  // The bodies of requests are short-lived. V8's default is a full garbage collection for every other body of a megabyte,
  // which delays the DynamoDB calls of the functions by 30 ms.
  growHeapBeforeGc();
}

/** Writes the logs of functions and emulators to a file that each run overwrites, and to the terminal if `verbose`. */
function runLog(verbose: boolean): (line: string) => void {
  makeStateFolder();
  const file = createWriteStream(join(stateFolder(), 'run.log'));
  return (line) => {
    file.write(`${line}\n`);
    if (verbose) report(line);
  };
}

function clearState(): void {
  if (runningLocalStack()) throw new Error('The local run is active. Stop it before you use --fresh.');
  rmSync(stateFolder(), { recursive: true, force: true });
}

function parametersOf(settings: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    settings.map((setting) => {
      const at = setting.indexOf('=');
      if (at < 1) throw new Error(`--parameter must be Name=Value, not ${setting}.`);
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}

/** One key per plan. Keys of the last run that still work are reused. */
async function readyKeys(stack: LocalStack): Promise<Keys> {
  const file = join(stateFolder(), 'keys.json');
  const admin = openKeyAdmin({ outputs: stack.outputs, local: stack });
  const known = (readState(file) ?? {}) as Partial<Keys>;
  const keys = { ...known };
  for (const plan of planNames) {
    if (await works(stack, keys[plan]?.key)) continue;
    const { key, webhookSecret } = await admin.create({ plan, name: `Local ${plans[plan].title}` });
    keys[plan] = { key, webhookSecret };
    writeState(file, keys);
  }
  return keys as Keys;
}

async function works(stack: LocalStack, key: string | undefined): Promise<boolean> {
  if (!key) return false;
  const response = await fetch(`${stack.baseUrl}/api/files/none`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.status !== 401;
}

/** Writes the state file for tools and tests, and updates it when a function's process starts or ends. */
function announce(stack: LocalStack, keys: Keys): void {
  const pick = (what: 'key' | 'webhookSecret') =>
    Object.fromEntries(planNames.map((plan) => [plan, keys[plan][what]])) as Record<PlanName, string>;
  const { baseUrl, endpoints, region, credentials, outputs } = stack;
  let written = '';
  const write = (): void => {
    const pids = [process.pid, ...stack.pids()];
    if (pids.join() === written) return;
    written = pids.join();
    const file: LocalStackFile = {
      baseUrl,
      keys: pick('key'),
      webhookSecrets: pick('webhookSecret'),
      endpoints,
      region,
      credentials,
      outputs,
      pids,
    };
    writeState(stackFile(), file);
  };
  write();
  setInterval(write, 500).unref();
}

function stopOnSignals(stack: LocalStack): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C stops without waiting.
      if (stopping) process.exit(1);
      stopping = true;
      report('Stopping …');
      void stack.stop().then(
        () => finish(0),
        (error: unknown) => {
          console.error(error);
          finish(1);
        },
      );
    });
  }
}

function finish(code: number): never {
  removeState(stackFile());
  process.exit(code);
}

function welcome({ baseUrl }: LocalStack, keys: Keys): string {
  const authorization = `-H "Authorization: Bearer $KEY"`;
  return [
    `API        ${baseUrl}`,
    `In browser ${baseUrl}/docs`,
    '',
    'API keys',
    ...planNames.map((plan) => `${plans[plan].title.padEnd(10)} ${keys[plan].key}`),
    '',
    `export KEY=${keys.pro.key} API=${baseUrl}`,
    `curl ${authorization} -F files=@test/fixtures/cover.pdf -F files=@test/fixtures/report.pdf ${baseUrl}/api/pdf/merge`,
    `curl ${authorization} -F file=@test/fixtures/report.pdf -F ranges=1-3,5,7- ${baseUrl}/api/pdf/split`,
    `curl ${authorization} -F file=@test/fixtures/page.html -F format=pdf ${baseUrl}/api/html/file`,
    `curl ${authorization} -F url=https://example.com -F format=png ${baseUrl}/api/html/url`,
    `curl ${authorization} -F file=@test/fixtures/letter.docx ${baseUrl}/api/convert/docx-to-pdf`,
    `curl ${authorization} -F file=@test/fixtures/budget.xlsx ${baseUrl}/api/convert/xlsx-to-pdf`,
    `curl ${authorization} -F file=@test/fixtures/slides.pptx ${baseUrl}/api/convert/pptx-to-pdf`,
    `curl ${authorization} '${baseUrl}/api/jobs/JOB_ID?wait=20'`,
    `curl ${authorization} '${baseUrl}/api/jobs?status=completed'`,
    `curl ${authorization} -L -o result.pdf ${baseUrl}/api/jobs/JOB_ID/result`,
    `curl ${authorization} -X DELETE ${baseUrl}/api/jobs/JOB_ID`,
    `curl ${authorization} --json '{"fileName":"large.pdf","contentType":"application/pdf","size":62914560}' ${baseUrl}/api/uploads`,
    `curl ${authorization} ${baseUrl}/api/files/FILE_ID`,
    `curl ${authorization} -X DELETE ${baseUrl}/api/files/FILE_ID`,
    `curl ${baseUrl}/api/health`,
    `curl ${baseUrl}/openapi.json`,
  ].join('\n');
}

try {
  await main();
} catch (error) {
  console.error(`The local run did not start: ${(error as Error).message}`);
  process.exit(1);
}
