import type { LocalRun } from '../../support/local-run.ts';
import { FunctionLog, type Invocation, numberIn } from '../contestants/function-log.ts';
import { requestConversion } from '../contestants/service.ts';
import { ServiceKeys } from '../contestants/service-keys.ts';
import { functionProcesses } from '../function-processes.ts';
import { cpuSecondsOf, untilQuiet } from '../measuring/process-tree.ts';
import type { MergeTask } from '../tasks/task.ts';
import { addStages, type Stages } from './stages.ts';

/** Where the time of a merge goes, from the client's socket and back to it, when everything is warm. */
export interface MergeBudget {
  description: string;
  /** Milliseconds of each run, to within one. */
  stages: Stages;
  /** Processor time of one merge, in milliseconds. */
  cpu: { function: number; emulators: number };
}

/** Milliseconds since the epoch, with fractions. */
const now = (): number => performance.timeOrigin + performance.now();

/** @param runs that count; as many warm up */
export async function measureMergeBudget(run: LocalRun, task: MergeTask, runs: number): Promise<MergeBudget> {
  const keys = new ServiceKeys(run.stack);
  const log = new FunctionLog(run);
  const mergeOnce = async (): Promise<Record<string, number>> => {
    const key = await keys.next();
    log.skip();
    const start = now();
    const response = await requestConversion(run.stack.baseUrl, key, task);
    const firstByte = now();
    await response.bytes();
    const lastByte = now();
    return stagesOf({ start, firstByte, lastByte }, await log.invocation('merge-pdf'));
  };
  const stages: Stages = {};
  for (let warmUp = 0; warmUp < runs; warmUp += 1) await mergeOnce();
  const before = await cpuOf(run);
  for (let each = 0; each < runs; each += 1) addStages(stages, await mergeOnce());
  const after = await cpuOf(run);
  return {
    description: task.description,
    stages,
    cpu: {
      function: (after.function - before.function) / runs,
      emulators: (after.emulators - before.emulators) / runs,
    },
  };
}

interface ClientTimes {
  start: number;
  firstByte: number;
  lastByte: number;
}

function stagesOf(
  { start, firstByte, lastByte }: ClientTimes,
  invocation: Invocation,
): Record<string, number> {
  const stage = (name: string): number => numberIn(invocation, 'request', 'stages', name);
  const handler = numberIn(invocation, 'request', 'milliseconds');
  const { timestamp } = invocation.lines.find(({ message }) => message === 'request') ?? {};
  // The line is written when the response is ready.
  const handlerEnd = Date.parse(String(timestamp));
  const admission = Math.max(stage('slot'), stage('limit'));
  const [form, open, assemble] = (['parse', 'open', 'assemble'] as const).map(stage);
  const known = [admission, form, open, assemble].reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return {
    'client, gateway and event, until the handler': handlerEnd - handler - start,
    'slot and rate in DynamoDB': admission,
    'body: base64 and multipart': form ?? NaN,
    'PDF thread: open': open ?? NaN,
    'PDF thread: assemble': assemble ?? NaN,
    'rest of the handler: to the thread and back, log': handler - known,
    'first byte at the client': firstByte - handlerEnd,
    'last byte at the client': lastByte - firstByte,
    'in all': lastByte - start,
  };
}

/** Milliseconds of processor time so far, once all processes are idle. */
async function cpuOf(run: LocalRun): Promise<MergeBudget['cpu']> {
  const functions = (): number[] => functionProcesses(run).map(({ pid }) => pid);
  const all = [run.process.pid ?? 0];
  await untilQuiet(() => all);
  const total = cpuSecondsOf(all) * 1000;
  const ofFunctions = cpuSecondsOf(functions()) * 1000;
  return { function: ofFunctions, emulators: total - ofFunctions };
}
