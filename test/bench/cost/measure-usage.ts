import { setTimeout as sleep } from 'node:timers/promises';
import { templateFile } from '../../../cdk/build.ts';
import { type LocalStack, type StoreName, startLocalStack } from 'local-stack';
import { openKeyAdmin } from '../../../cdk/stack-access.ts';
import { limits } from '#lib/base/limits.ts';
import { convertOver } from '../contestants/service.ts';
import type { Operation, Task } from '../tasks/task.ts';
import { CountingProxy } from './counting-proxy.ts';
import { noUsage, type Usage } from './usage.ts';

/**
 * Conversions before those that are counted. The first ones of an environment are slow: a call that waits for an office
 * document for 250 ms is counted as held, which is two writes.
 */
const warmUps = 15;
/** Conversions that are counted. */
const runs = 5;
/** Milliseconds for work after a response: a job's message is deleted, and its line logged. */
const settling = 1_500;

/**
 * Has a local run, built before, do each task a few times, and counts what AWS would bill for one.
 *
 * @param gbSeconds of each operation, measured without anything between functions and stores; those of this run where
 *   they are not known
 */
export async function measureUsage(
  tasks: readonly Task[],
  stateDirectory: string,
  gbSeconds: (operation: Operation) => number | undefined,
): Promise<Map<Operation, Usage>> {
  await using cleanUp = new AsyncDisposableStack();
  let usage: Usage = { ...noUsage };
  const count = (more: Partial<Usage>): void => {
    for (const [name, value] of Object.entries(more) as [keyof Usage, number][]) usage[name] += value;
  };
  const proxies = new Map<StoreName, { proxy: CountingProxy; address: string }>();
  for (const store of ['dynamodb', 'sqs', 's3', 'lambda'] as const) {
    const proxy = new CountingProxy(store, count);
    proxies.set(store, { proxy, address: await proxy.listen() });
    cleanUp.defer(() => proxy.close());
  }
  const stack = await startLocalStack({
    templateFile,
    stateDirectory,
    port: 0,
    parameters: { MaxJobWaitSeconds: String(limits.jobWaitSeconds) },
    log: (line) => count(usageOfLine(line)),
    verbose: true,
    reachedThrough: (store, endpoint) => {
      const { proxy, address } = proxies.get(store) ?? {};
      proxy?.leadTo(endpoint);
      return address ?? endpoint;
    },
  });
  cleanUp.defer(() => stack.stop());
  const all = new Map<Operation, Usage>();
  for (const task of tasks) {
    // The item of a key's day has counters for each operation, and more than the kilobyte of a write unit with some twenty.
    const key = await newKey(stack);
    const convert = async (times: number): Promise<void> => {
      for (let run = 0; run < times; run += 1) await convertOver(stack.baseUrl, key, task);
      await sleep(settling);
    };
    await convert(warmUps);
    usage = { ...noUsage };
    await convert(runs);
    const one = Object.entries(usage).map(([name, value]) => [name, value / runs]);
    all.set(task.operation, {
      ...(Object.fromEntries(one) as unknown as Usage),
      gbSeconds: gbSeconds(task.operation) ?? usage.gbSeconds / runs,
    });
  }
  return all;
}

/** Log lines of the gateway and of functions, without sweep and authorizer, which also log without conversions. */
function usageOfLine(line: string): Partial<Usage> {
  const [, name] = /^\[(\w+)\] /.exec(line) ?? [];
  if (name === undefined) return /^[A-Z]+ \S+ \d{3} \d+ ms$/.test(line) ? { apiRequests: 1 } : {};
  if (name.startsWith('Sweep')) return {};
  return { log: line.length - name.length - 3, ...billedIn(line) };
}

/** Of Lambda's own line after an invocation. */
function billedIn(line: string): Partial<Usage> {
  const [, milliseconds, megabytes] =
    /\] REPORT .*\tBilled Duration: (\d+) ms\tMemory Size: (\d+) MB/.exec(line) ?? [];
  if (milliseconds === undefined) return {};
  return { invocations: 1, gbSeconds: (Number(milliseconds) / 1000) * (Number(megabytes) / 1024) };
}

async function newKey({ outputs, region, credentials, endpoints }: LocalStack): Promise<string> {
  const admin = openKeyAdmin({ outputs, local: { region, credentials, endpoints } });
  return (await admin.create({ plan: 'business', name: 'Benchmark' })).key;
}
