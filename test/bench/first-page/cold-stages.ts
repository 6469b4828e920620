import { setTimeout as sleep } from 'node:timers/promises';
import { functionProcesses } from '../function-processes.ts';
import type { LocalRun } from '../../support/local-run.ts';
import type { Contestant } from '../contestants/contestant.ts';
import { type FunctionLog, numberIn } from '../contestants/function-log.ts';
import type { Task } from '../tasks/task.ts';
import { addStages, type Stages } from '../stages/task-stages.ts';

/** For browsers to end and their files to be removed, in milliseconds. */
const pause = 1_500;

/** Where the time of a request goes when no function has a process: it starts them all, and Chromium is unpacked for it. */
export async function coldStages(
  service: Contestant,
  task: Task,
  local: LocalRun,
  log: FunctionLog,
  runs: number,
): Promise<Stages> {
  const stages: Stages = {};
  for (let run = 0; run < runs; run += 1) {
    for (const { pid } of functionProcesses(local)) process.kill(pid, 'SIGKILL');
    await sleep(pause);
    log.skip();
    const start = performance.now();
    await service.perform(task);
    const total = performance.now() - start;
    const { init = NaN, duration, ...renderer } = await log.invocation('renderer');
    const browser = numberIn({ duration, init, ...renderer }, 'Chromium is ready', 'milliseconds');
    addStages(stages, {
      'renderer: process and code': init - browser,
      'renderer: Chromium unpacked, started, tab': browser,
      'renderer: ready for the first page': init,
      'renderer: the first page, with its reply': duration,
      'renderer: start to first result': init + duration,
      'other functions, gateway and HTTP': total - init - duration,
      'in all': total,
    });
  }
  return stages;
}
