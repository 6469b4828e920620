import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { functionNames, pascalCase } from '../../../cdk/functions.ts';
import { bundleFolder } from '../../../cdk/project.ts';
import type { LocalRun } from '../../support/local-run.ts';
import { FunctionLog, type Report } from '../contestants/function-log.ts';
import { convertOver } from '../contestants/service.ts';
import { functionProcesses } from '../function-processes.ts';
import type { Task } from '../tasks/task.ts';

/** How one function starts, all in milliseconds of each run. */
export interface FunctionStart {
  /** Of its handler's bundle, in bytes. */
  bundle: number;
  /** From the start of its process until it can take an event. */
  init: number[];
  /** The first event, and later ones, without the way to the function. */
  first: number[];
  warm: number[];
}

export interface Starts {
  /** A Node.js process that does nothing: the least that an init can take. */
  node: number[];
  /** By the function's folder. */
  functions: Record<string, FunctionStart>;
}

/** Milliseconds for what was killed to be gone, and for lines to arrive. */
const settling = 800;

/** Has every function that a client's requests reach start anew a few times. */
export async function measureStarts(run: LocalRun, tasks: readonly Task[], runs: number): Promise<Starts> {
  const starts: Starts = { node: [], functions: {} };
  const log = new FunctionLog(run);
  const { baseUrl, keys } = run.stack;
  const requests = [
    ...tasks.map((task) => () => convertOver(baseUrl, keys.business, task)),
    () => lookUps(run),
  ];
  for (let round = 0; round < runs; round += 1) {
    starts.node.push(await bareNode());
    for (const request of requests) {
      for (const { pid } of functionProcesses(run)) process.kill(pid, 'SIGKILL');
      await sleep(settling);
      log.skip();
      await request();
      await request();
      await sleep(settling);
      for (const report of log.reports()) add(starts, report);
    }
  }
  return starts;
}

function add(starts: Starts, { name, duration, init }: Report): void {
  const folder = functionNames.find((each) => name.startsWith(`${pascalCase(each)}Function`));
  if (folder === undefined) return;
  const start = (starts.functions[folder] ??= { bundle: bundleSize(folder), init: [], first: [], warm: [] });
  if (init === undefined) {
    start.warm.push(duration);
    return;
  }
  start.init.push(init);
  start.first.push(duration);
}

/** The calls that look something up. */
async function lookUps({ stack }: LocalRun): Promise<void> {
  for (const path of ['/api/health', '/openapi.json', '/api/jobs', '/api/files/file_unknown']) {
    const response = await fetch(stack.baseUrl + path, {
      headers: { authorization: `Bearer ${stack.keys.business}` },
    });
    await response.bytes();
  }
}

/** The bytes of code of a function, including parts that only some requests load. */
const bundleSize = (folder: string): number =>
  globSync(join(bundleFolder, folder, '*.mjs')).reduce((sum, file) => sum + statSync(file).size, 0);

async function bareNode(): Promise<number> {
  const start = performance.now();
  await new Promise((resolve) => execFile(process.execPath, ['-e', '0'], resolve));
  return performance.now() - start;
}
