import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant, Outcome } from '../contestants/contestant.ts';
import { peakMemory } from '../measuring/peak-memory.ts';
import { cpuSecondsOf, cpuSecondsOfEnded, untilQuiet } from '../measuring/process-tree.ts';
import { quantile } from '../statistics.ts';
import type { Task } from '../tasks/task.ts';
import { checkOutcome } from './check-outcome.ts';
import type { Effort } from './effort.ts';
import type { Result, Row } from './result.ts';

/** Clients that work at the same time. */
const clients = 2;

/** Milliseconds; who takes longer is not warmed up twice. */
const slow = 2_000;

/** What a second environment does after its start is not that of a task. */
const afterStart = { most: 10_000, looks: 5 };

/** GB of the service's functions that convert. Contestants that are none count as functions of this size. */
const functionGigabytes = 3008 / 1024;

/** Has all contestants that can do a task do it in turn; each round begins with another one. */
export async function measureTask(
  contestants: readonly Contestant[],
  task: Task,
  effort: Effort,
): Promise<Row> {
  const failures: Row['failures'] = {};
  const able = new Map<Contestant, Result>();
  // A contestant that fails at any time is excluded from this task.
  const attempt: Attempt = async (contestant, work) => {
    try {
      await work();
    } catch (error) {
      failures[contestant.name] = String(error).replace(/\s+/g, ' ').slice(0, 200);
      able.delete(contestant);
    }
  };
  for (const contestant of contestants.filter((each) => each.does(task))) {
    await attempt(contestant, async () => {
      const cold = task.size === 'small' ? await coldStarts(contestant, task, effort.colds) : [];
      able.set(contestant, { ...(await firstResult(contestant, task)), cold });
    });
  }
  await measureAlone(able, task, effort, attempt);
  for (const [contestant, result] of [...able]) {
    await attempt(contestant, () => measureTogether(contestant, task, result, effort.together));
  }
  const { operation, size, description } = task;
  return { operation, size, description, results: [...able.values()], failures };
}

/** Does something with a contestant that it may fail at. */
type Attempt = (contestant: Contestant, work: () => Promise<void>) => Promise<void>;

async function coldStarts(contestant: Contestant, task: Task, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; contestant.chill && run < count; run += 1) {
    await contestant.chill();
    // For files of what was killed to be removed.
    await sleep(1_000);
    times.push(await timeOf(() => contestant.perform(task)));
  }
  return times;
}

/** Warms up, looks at what comes out, and how much memory that takes. */
async function firstResult(contestant: Contestant, task: Task): Promise<Omit<Result, 'cold'>> {
  let outcome: Outcome = { files: [] };
  const start = performance.now();
  for (let warmUp = 0; warmUp < 2 && performance.now() - start < slow; warmUp += 1) {
    outcome = await contestant.perform(task);
  }
  await checkOutcome(task, outcome);
  const outputBytes = outcome.files.reduce((sum, file) => sum + file.length, 0);
  const groups = () => contestant.processes(task);
  const memory = await peakMemory(groups, () => contestant.perform(task));
  return {
    contestant: contestant.name,
    warm: [],
    throughput: NaN,
    cpuSeconds: NaN,
    peakMemory: memory,
    gbSeconds: NaN,
    outputBytes,
  };
}

async function measureAlone(
  able: ReadonlyMap<Contestant, Result>,
  task: Task,
  { alone, fewest, most }: Effort,
  attempt: Attempt,
): Promise<void> {
  const allPids = () =>
    [...able.keys()].flatMap((contestant) => contestant.processes().flatMap(({ pids }) => pids));
  for (const contestant of able.keys()) await contestant.billed?.();
  for (let round = 0; round < most; round += 1) {
    const order = [...able];
    const first = round % Math.max(1, order.length);
    for (const [contestant, result] of [...order.slice(first), ...order.slice(0, first)]) {
      if (round >= fewest && sum(result.warm) > alone) continue;
      await untilQuiet(allPids);
      await attempt(contestant, async () => {
        result.warm.push(await timeOf(() => contestant.perform(task)));
      });
    }
  }
  for (const [contestant, result] of able) {
    const billed = await contestant.billed?.();
    result.gbSeconds =
      billed === undefined
        ? (quantile(result.warm, 0.5) / 1000) * functionGigabytes
        : billed / result.warm.length;
  }
}

/** Two clients at once, and what the processors do for it until all is quiet again. */
async function measureTogether(
  contestant: Contestant,
  task: Task,
  result: Result,
  milliseconds: number,
): Promise<void> {
  const pids = () => contestant.processes().flatMap((group) => group.pids);
  const cpu = () => cpuSecondsOf(pids()) + cpuSecondsOfEnded();
  if (quantile(result.warm, 0.5) < slow) {
    await warmUpTogether(contestant, task);
    await untilQuiet(pids, afterStart);
  }
  const cpuBefore = cpu();
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
  await untilQuiet(pids);
  result.cpuSeconds = (cpu() - cpuBefore) / done;
}

/**
 * The second client may need a second environment of each function. They start one after the other: whoever calls the
 * next function comes late to it while its own environment starts.
 */
async function warmUpTogether(contestant: Contestant, task: Task): Promise<void> {
  const count = (): number => contestant.processes(task).length;
  for (let round = 0, before = NaN; round < 5 && count() !== before; round += 1) {
    before = count();
    await Promise.all(Array.from({ length: clients }, () => contestant.perform(task)));
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
