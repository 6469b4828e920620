import { mkdirSync } from 'node:fs';
import type { LocalRun } from '../../support/local-run.ts';
import { figure } from '../compare/print-row.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { FunctionLog } from '../contestants/function-log.ts';
import { quantile } from '../statistics.ts';
import { printTable } from '../table.ts';
import type { Task } from '../tasks/task.ts';
import { coldStages } from './cold-stages.ts';
import type { Stages } from '../stages/task-stages.ts';
import { measureUnpacking } from './unpacking.ts';

/** Where the time of a page goes that starts all functions, in milliseconds of each run. */
export interface FirstPage {
  cold: Stages;
  /** Until Chromium's program is there: of the service's layer, and of @sparticuz/chromium as it comes. */
  unpacking: Stages;
}

/** @param folder on the disk that Chromium is unpacked to */
export async function measureFirstPage(
  run: LocalRun,
  service: Contestant,
  task: Task,
  folder: string,
  runs: number,
): Promise<FirstPage> {
  mkdirSync(folder, { recursive: true });
  const log = new FunctionLog(run);
  await service.perform(task);
  const { layer, package: original } = await measureUnpacking(folder, runs);
  return {
    cold: await coldStages(service, task, run, log, runs),
    unpacking: { "the service's layer": layer, '@sparticuz/chromium': original },
  };
}

export function printFirstPage(stages: FirstPage): void {
  for (const [name, all] of Object.entries(stages) as [string, Stages][]) {
    const lines = Object.entries(all).map(([stage, times]) => [
      stage,
      figure(quantile(times, 0.5)),
      figure(quantile(times, 0)),
    ]);
    printTable([name, 'median ms', 'quickest ms'], lines);
  }
}
