import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant, Outcome } from '../contestants/contestant.ts';
import { peakMemory } from '../measuring/peak-memory.ts';
import { cpuSecondsOf, cpuSecondsOfEnded, untilQuiet } from '../measuring/process-tree.ts';
import { quantile } from '../statistics.ts';
import { addStages } from '../stages/task-stages.ts';
import type { Task } from '../tasks/task.ts';
import { checkOutcome } from './check-outcome.ts';
import { type Effort, isFarBehind } from './effort.ts';
import type { Result, Row } from './result.ts';

/** Clients that work at the same time. */
const clients = 2;

/** Milliseconds; who takes longer is not warmed up twice. */
const slow = 2_000;

/** Runs of one contestant in a row. The first finds the processor's caches full of what another one left. */
const runsOfTurn = 3;

/** What a second environment does after its start is not that of a task. */
const afterStart = { most: 10_000, looks: 5 };

/** GB of the service's functions that convert. Contestants that are none count as functions of this size. */
const functionGigabytes = 3008 / 1024;

/** A contestant in a row: what is known of it so far. */
interface Entry {
  contestant: Contestant;
  result: Result;
  /** The last run that warmed it up. */
  warmUp: { milliseconds: number; cpuSeconds: number };
}

/**
 * Has all contestants that can do a task do it in turn. Another one begins each time.
 *
 * @param until the time of `performance.now()` after which each does it once
 */
export async function measureTask(
  contestants: readonly Contestant[],
  task: Task,
  effort: Effort,
  until = Infinity,
): Promise<Row> {
  const failures: Row['failures'] = {};
  const able = new Set<Entry>();
  // A contestant that fails at any time is excluded from this task.
  const attempt = async ({ name }: Contestant, work: () => Promise<void>, entry?: Entry): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures[name] = String(error).replace(/\s+/g, ' ').slice(0, 200);
      if (entry) able.delete(entry);
    }
  };
  for (const contestant of contestants.filter((each) => each.does(task))) {
    await attempt(contestant, async () => {
      const cold = task.size === 'small' ? await coldStarts(contestant, task, effort.colds) : [];
      able.add(await firstEntry(contestant, task, cold, effort.warming));
    });
  }
  const fastest = Math.min(...[...able].map(({ warmUp }) => warmUp.milliseconds));
  const isBehind = (entry: Entry): boolean =>
    isProgram(entry) && isFarBehind(entry.warmUp.milliseconds, fastest);
  await measureAlone(able, isBehind, task, effort, attempt, until);
  for (const entry of [...able]) {
    const milliseconds = effort.together(isProgram(entry), task.size);
    if (isBehind(entry) || milliseconds === 0) continue;
    await attempt(entry.contestant, () => measureTogether(entry, task, effort.warming, milliseconds), entry);
  }
  const { operation, size, description } = task;
  return { operation, size, description, results: [...able].map(({ result }) => result), failures };
}

/** Does something with a contestant that it may fail at. */
type Attempt = (contestant: Contestant, work: () => Promise<void>, entry: Entry) => Promise<void>;

async function coldStarts(contestant: Contestant, task: Task, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; contestant.chill && run < count; run += 1) {
    await contestant.chill();
    // For files of what was killed to be removed.
    await sleep(300);
    times.push(await timeOf(() => contestant.perform(task)));
  }
  return times;
}

/** Programs end after each task, so that they do not become warm. */
const isProgram = ({ contestant }: Pick<Entry, 'contestant'>): boolean => contestant.processes().length === 0;

/** Warms up, and checks the result. Samples memory in the first and last runs only, which takes longer than a small task. */
async function firstEntry(
  contestant: Contestant,
  task: Task,
  cold: number[],
  warming: number,
): Promise<Entry> {
  let outcome: Outcome = { files: [] };
  let memory = NaN;
  const sampledRun = (): Promise<number> =>
    timeOf(async () => {
      memory = await peakMemory(
        () => contestant.processes(task),
        async () => (outcome = await contestant.perform(task)),
      );
    });
  const start = performance.now();
  const cpuBefore = cpuSecondsOfEnded();
  const warmUp = { milliseconds: await sampledRun(), cpuSeconds: cpuSecondsOfEnded() - cpuBefore };
  if (!isProgram({ contestant }) && warmUp.milliseconds <= slow) {
    while (performance.now() - start < warming) await contestant.perform(task);
    warmUp.milliseconds = await sampledRun();
  }
  await checkOutcome(task, outcome);
  const result: Result = {
    contestant: contestant.name,
    cold,
    warm: [],
    throughput: NaN,
    cpuSeconds: NaN,
    peakMemory: memory,
    gbSeconds: NaN,
    outputBytes: outcome.files.reduce((sum, file) => sum + file.length, 0),
  };
  return { contestant, result, warmUp };
}

async function measureAlone(
  able: ReadonlySet<Entry>,
  isBehind: (entry: Entry) => boolean,
  task: Task,
  { alone, fewest, most, behind }: Effort,
  attempt: Attempt,
  until: number,
): Promise<void> {
  const isDone = (entry: Entry): boolean => {
    const { warm } = entry.result;
    if (isBehind(entry)) return warm.length >= behind;
    return warm.length >= most || (warm.length >= fewest && sum(warm) > alone);
  };
  const spent = new Map<Entry, number>();
  const standIns = new Map<Entry, number>();
  for (const { contestant } of able) {
    await quietOf(contestant);
    await contestant.billed?.();
  }
  const isLate = (): boolean => performance.now() >= until;
  const runOnce = async (entry: Entry): Promise<void> => {
    const { contestant, result } = entry;
    const [cpuBefore, standInsBefore] = [cpuOf(contestant), standInCpuOf(contestant)];
    const work = async (): Promise<void> => {
      result.warm.push(await timeOf(() => contestant.perform(task)));
      // What it tidies up afterwards is not the next one's.
      await quietOf(contestant);
      const stages = contestant.stages?.();
      if (stages) addStages((result.stages ??= {}), stages);
    };
    await attempt(contestant, work, entry);
    spent.set(entry, (spent.get(entry) ?? 0) + cpuOf(contestant) - cpuBefore);
    standIns.set(entry, (standIns.get(entry) ?? 0) + standInCpuOf(contestant) - standInsBefore);
  };
  for (let turn = 0; turn * runsOfTurn < most && (turn === 0 || !isLate()); turn += 1) {
    const order = [...able];
    const first = turn % Math.max(1, order.length);
    for (const entry of [...order.slice(first), ...order.slice(0, first)]) {
      for (let run = 0; run < runsOfTurn && (run === 0 || !isLate()) && able.has(entry); run += 1) {
        if (!isDone(entry)) await runOnce(entry);
      }
    }
  }
  for (const entry of able) {
    const { contestant, result, warmUp } = entry;
    result.cpuSeconds = (spent.get(entry) ?? NaN) / result.warm.length;
    result.cpuOfWarm = result.cpuSeconds;
    if (contestant.standIns) result.standInCpuSeconds = (standIns.get(entry) ?? NaN) / result.warm.length;
    if (result.warm.length === 0) {
      result.warm.push(warmUp.milliseconds);
      result.cpuSeconds = warmUp.cpuSeconds;
    }
    const billed = await contestant.billed?.();
    result.gbSeconds =
      billed === undefined
        ? (quantile(result.warm, 0.5) / 1000) * functionGigabytes
        : billed / result.warm.length;
  }
}

const pidsOf = (contestant: Contestant): number[] => contestant.processes().flatMap(({ pids }) => pids);

const cpuOf = (contestant: Contestant): number => cpuSecondsOf(pidsOf(contestant)) + cpuSecondsOfEnded();

const standInCpuOf = (contestant: Contestant): number =>
  contestant.standIns ? cpuSecondsOf(contestant.standIns()) - cpuSecondsOf(pidsOf(contestant)) : 0;

/** Programs have ended. */
async function quietOf(contestant: Contestant): Promise<void> {
  if (pidsOf(contestant).length > 0) await untilQuiet(() => pidsOf(contestant));
}

/** Two clients at once, and what the processors do for it until all is quiet again. */
async function measureTogether(
  entry: Entry,
  task: Task,
  warming: number,
  milliseconds: number,
): Promise<void> {
  const { contestant, result } = entry;
  if (!isProgram(entry) && quantile(result.warm, 0.5) < slow) {
    await warmUpTogether(contestant, task, warming);
    await untilQuiet(() => pidsOf(contestant), afterStart);
  }
  const cpuBefore = cpuOf(contestant);
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      do {
        await contestant.perform(task);
        done += 1;
      } while (performance.now() - start < milliseconds);
    }),
  );
  result.throughput = done / ((performance.now() - start) / 1000);
  await quietOf(contestant);
  if (!isProgram(entry)) result.cpuSeconds = (cpuOf(contestant) - cpuBefore) / done;
}

/**
 * The second client may need a second environment of each function. They start one after the other: whoever calls the
 * next function comes late to it while its own environment starts.
 */
async function warmUpTogether(contestant: Contestant, task: Task, milliseconds: number): Promise<void> {
  const count = (): number => contestant.processes(task).length;
  const together = () => Promise.all(Array.from({ length: clients }, () => contestant.perform(task)));
  for (let round = 0, before = NaN; round < 5 && count() !== before; round += 1) {
    before = count();
    await together();
  }
  const start = performance.now();
  // The first environment has been warmed up as long.
  while (performance.now() - start < milliseconds) await together();
}

/** Milliseconds. What earlier tasks left in this process is collected before: it is not the contestant's. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
