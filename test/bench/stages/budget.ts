import type { LocalRun } from '../../support/local-run.ts';
import { FunctionLog, type Invocation, numberIn } from '../contestants/function-log.ts';
import { requestConversion } from '../contestants/service.ts';
import { ServiceKeys } from '../contestants/service-keys.ts';
import { functionProcesses } from '../function-processes.ts';
import { cpuSecondsOf, untilQuiet } from '../measuring/process-tree.ts';
import type { MergeTask, SplitTask } from '../tasks/task.ts';
import { addStages, type Stages } from './stages.ts';

/** Where the time of a merge or split goes, from the client's socket and back to it, when everything is warm. */
export interface Budget {
  description: string;
  /** Milliseconds of each run, to within one. */
  stages: Stages;
  /** Processor time of one task, in milliseconds. */
  cpu: { function: number; emulators: number };
}

/** Milliseconds since the epoch, with fractions. */
const now = (): number => performance.timeOrigin + performance.now();

/** Runs that warm up. V8 compiles what runs often. */
const warmUps = 30;

/** @param runs that count */
export async function measureBudget(
  run: LocalRun,
  task: MergeTask | SplitTask,
  runs: number,
): Promise<Budget> {
  const keys = new ServiceKeys(run.stack);
  const log = new FunctionLog(run);
  const performOnce = async (): Promise<Record<string, number>> => {
    const key = await keys.next();
    log.skip();
    globalThis.gc?.();
    const start = now();
    let uploaded = start;
    const response = await requestConversion(run.stack.baseUrl, key, task, () => (uploaded = now()));
    const firstByte = now();
    await response.bytes();
    const lastByte = now();
    return stagesOf({ start, uploaded, firstByte, lastByte }, await log.invocation(`${task.operation}-pdf`));
  };
  const stages: Stages = {};
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await performOnce();
  const before = await cpuOf(run);
  for (let each = 0; each < runs; each += 1) addStages(stages, await performOnce());
  const after = await cpuOf(run);
  return {
    description: `${task.operation}: ${task.description}`,
    stages,
    cpu: {
      function: (after.function - before.function) / runs,
      emulators: (after.emulators - before.emulators) / runs,
    },
  };
}

interface ClientTimes {
  start: number;
  /** When the files that do not fit into the request were in storage. */
  uploaded: number;
  firstByte: number;
  lastByte: number;
}

function stagesOf(
  { start, uploaded, firstByte, lastByte }: ClientTimes,
  invocation: Invocation,
): Record<string, number> {
  const stage = (name: string): number => numberIn(invocation, 'request', 'stages', name) || 0;
  const handler = numberIn(invocation, 'request', 'milliseconds');
  const { timestamp } = invocation.lines.find(({ message }) => message === 'request') ?? {};
  // The line is written when the response is ready.
  const handlerEnd = Date.parse(String(timestamp));
  const admission = Math.max(stage('slot'), stage('limit'));
  const [parse, download, open, assemble, store] = (
    ['parse', 'download', 'open', 'assemble', 'store'] as const
  ).map(stage) as [number, number, number, number, number];
  const known = admission + parse + download + open + assemble + store;
  return {
    'uploads: announced and posted': uploaded - start,
    'client, gateway and event, until the handler': handlerEnd - handler - uploaded,
    'slot and rate in DynamoDB': admission,
    'body: base64 and multipart, uploads looked up': parse,
    'reading the uploads': download,
    'PDF thread: open': open,
    'PDF thread: assemble': assemble,
    'storing the results': store,
    'rest of the handler: to the thread and back, log': handler - known,
    'first byte at the client': firstByte - handlerEnd,
    'last byte at the client': lastByte - firstByte,
    'in all': lastByte - start,
  };
}

/** Milliseconds of processor time so far, once all processes are idle. */
async function cpuOf(run: LocalRun): Promise<Budget['cpu']> {
  const functions = (): number[] => functionProcesses(run).map(({ pid }) => pid);
  const all = [run.process.pid ?? 0];
  await untilQuiet(() => all);
  const total = cpuSecondsOf(all) * 1000;
  const ofFunctions = cpuSecondsOf(functions()) * 1000;
  return { function: ofFunctions, emulators: total - ofFunctions };
}
