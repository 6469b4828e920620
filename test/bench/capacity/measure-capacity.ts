import type { LocalRun } from '../../support/local-run.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { FunctionLog } from '../contestants/function-log.ts';
import { quantile } from '../statistics.ts';
import type { Task } from '../tasks/task.ts';
import { average, mix, type MixedOperation, mixedOperations } from './mix.ts';

/** Clients that work at the same time. More than the processors, so that none of these waits. */
const clients = 4;

/** Milliseconds in which all environments start. */
const warming = 5_000;

/** How often each is measured. */
const rounds = 3;

/** What was measured of one operation. */
export interface Service {
  /** Milliseconds for which each of its functions runs, by name, with one client. */
  durations: Record<string, number>;
  /** Conversions a second that this machine does of it. */
  perSecond: number;
}

/** Service times, and whether they predict what this machine does of the mix. */
export interface Capacity {
  services: Record<MixedOperation, Service>;
  /** Conversions of the mix a second: by the rates of its operations, and measured. */
  predicted: number;
  measured: number;
}

/**
 * Measures the operations of the mix one by one, and all of them together, in turn: a machine is not equally fast all
 * the time.
 *
 * @param milliseconds of each measurement
 */
export async function measureCapacity(
  run: LocalRun,
  own: Contestant,
  tasks: readonly Task[],
  milliseconds: number,
): Promise<Capacity> {
  const taskOf = Object.fromEntries(tasks.map((task) => [task.operation, task])) as Record<
    MixedOperation,
    Task
  >;
  const services = {} as Capacity['services'];
  for (const operation of mixedOperations) {
    await load(own, () => taskOf[operation], warming);
    services[operation] = {
      durations: await durationsOf(run, own, taskOf[operation], milliseconds),
      perSecond: 0,
    };
  }
  const next = (): Task => taskOf[drawn()];
  await load(own, next, warming);
  let measured = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of mixedOperations) {
      services[operation].perSecond += (await load(own, () => taskOf[operation], milliseconds)) / rounds;
    }
    measured += (await load(own, next, 2 * milliseconds)) / rounds;
  }
  // A share of the time is spent on each operation, in which as many are done as of it alone.
  const predicted = 1 / average((operation) => 1 / services[operation].perSecond);
  return { services, predicted, measured };
}

/** Conversions a second by {@link clients} that each send the next request when they have the response. */
async function load(own: Contestant, next: () => Task, milliseconds: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      do {
        await own.perform(next());
        done += 1;
      } while (performance.now() - start < milliseconds);
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

async function durationsOf(
  run: LocalRun,
  own: Contestant,
  task: Task,
  milliseconds: number,
): Promise<Record<string, number>> {
  const log = new FunctionLog(run);
  log.skip();
  const start = performance.now();
  let done = 0;
  for (; performance.now() - start < milliseconds; done += 1) await own.perform(task);
  await own.billed?.();
  const byName = Map.groupBy(
    log.reports().filter(({ name, init }) => init === undefined && !name.startsWith('Sweep')),
    ({ name }) => name.replace(/Function[0-9A-F]{8}$/, ''),
  );
  // The authorizer and workers that find nothing to do run less often than once for each conversion.
  return Object.fromEntries(
    [...byName].map(([name, reports]) => [
      name,
      quantile(
        reports.map(({ duration }) => duration),
        0.5,
      ) * Math.min(1, reports.length / done),
    ]),
  );
}

/** An operation at random, by the shares of the mix. */
function drawn(): MixedOperation {
  let rest = Math.random();
  for (const operation of mixedOperations) {
    rest -= mix[operation];
    if (rest < 0) return operation;
  }
  return 'docx → pdf';
}
