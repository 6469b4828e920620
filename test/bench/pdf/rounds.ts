import { readFileSync } from 'node:fs';
import { removeResults } from './results.ts';
import type { PdfTask, PdfTaskResult } from './task.ts';

/** Does the task in the file of the first argument as often as it says, and prints what it took. */
export async function runRounds(run: (task: PdfTask) => Promise<void> | void): Promise<void> {
  const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as PdfTask;
  const rounds: number[] = [];
  for (let round = 0; round < task.warmUps + task.rounds; round += 1) {
    removeResults(task.output);
    const start = cpu();
    await run(task);
    if (round >= task.warmUps) rounds.push(cpu() - start);
  }
  console.log(JSON.stringify({ rounds, process: cpu() } satisfies PdfTaskResult));
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
