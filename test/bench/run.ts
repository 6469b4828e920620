import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growHeapBeforeGc } from '#lib/base/grow-heap-before-gc.ts';
import { type LocalRun, startLocalRun } from '../support/local-run.ts';
import { limitsOf } from './capacity/limits.ts';
import { measureCapacity } from './capacity/measure-capacity.ts';
import { mix, type MixedOperation, mixedOperations } from './capacity/mix.ts';
import {
  limitHeadings,
  limitLines,
  predictionLine,
  serviceHeadings,
  serviceLines,
} from './capacity/print-capacity.ts';
import { efforts } from './compare/effort.ts';
import { measureTask } from './compare/measure-task.ts';
import { byOperation, printOperation } from './compare/print-row.ts';
import type { Contestant } from './contestants/contestant.ts';
import { gatherPeers } from './contestants/gather.ts';
import { functionsOf } from './contestants/functions-of.ts';
import { service } from './contestants/service.ts';
import { costHeadings, costLines } from './cost/print-costs.ts';
import { measureUsage } from './cost/measure-usage.ts';
import type { Usage } from './cost/usage.ts';
import { writeDocs } from './docs/write-docs.ts';
import { describeMachine } from './machine.ts';
import { type BenchOptions, readOptions } from './options.ts';
import type { BenchReport } from './report.ts';
import { measureScaling } from './scaling/measure-scaling.ts';
import { scalingHeadings, scalingLines } from './scaling/print-scaling.ts';
import { measureFirstPage, printFirstPage } from './first-page/measure-first-page.ts';
import { functionStages, stageHeadings, stageLines } from './stages/print-stages.ts';
import { measureStarts } from './starts/measure-starts.ts';
import { startHeadings, startLines } from './starts/print-starts.ts';
import { printTable } from './table.ts';
import { makeTasks } from './tasks/make-tasks.ts';
import type { Task } from './tasks/task.ts';

// Files and results of megabytes are garbage that V8 would collect during a run: 50 ms of processor time in every other
// medium merge of a server, and none in those of a program. What a run leaves is collected before the next one.
growHeapBeforeGc();

/** Milliseconds of each load of the capacity. */
const capacityMilliseconds = 6_000;

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return;
  const report =
    options.from === undefined
      ? await measureIn(mkdtempSync(join(tmpdir(), 'bench-')), options)
      : (JSON.parse(readFileSync(options.from, 'utf8')) as BenchReport);
  if (options.writeDocs) await writeDocs(report);
}

async function measureIn(folder: string, options: BenchOptions): Promise<BenchReport> {
  const { quick } = options;
  const report: BenchReport = {
    date: new Date().toISOString(),
    machine: describeMachine(),
    quick,
    seconds: 0,
    contestants: [],
    missing: [],
  };
  try {
    await measure(folder, options, report);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, options: BenchOptions, report: BenchReport): Promise<void> {
  const { parts, operations, sizes, json } = options;
  const start = performance.now();
  // After each step: the whole takes long, and what was measured is not to be lost with what was not.
  const save = (): void => {
    report.seconds = (performance.now() - start) / 1000;
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  };
  const effort = efforts[options.quick ? 'quick' : 'full'];
  await using cleanUp = new AsyncDisposableStack();
  const run = await startLocalRun(join(folder, 'state'), '--verbose');
  const own = service(run);
  cleanUp.defer(() => own.stop());
  const tasks = await makeTasks(join(folder, 'tasks'), operations, sizes);
  const small = tasks.filter(({ size }) => size === 'small');
  if (parts.has('rows')) {
    const peers = await gatherPeers(options.peers, operations, join(folder, 'peers'));
    for (const peer of peers.found) cleanUp.defer(() => peer.stop());
    const contestants = [own, ...peers.found];
    report.contestants = contestants.map(({ name, description }) => ({ name, description }));
    report.missing = peers.missing;
    for (const { name, description } of contestants) console.log(`${name}: ${description}`);
    if (peers.missing.length > 0) console.log(`Not on this machine: ${peers.missing.join(', ')}`);
    report.rows = [];
    const startOfRows = performance.now();
    for (const [index, task] of tasks.entries()) {
      const until = startOfRows + (effort.schedule * (index + 1)) / tasks.length;
      report.rows.push(await measureTask(contestants, task, effort, until));
      save();
      const [operation, rows] = byOperation(report.rows).at(-1) ?? [task.operation, []];
      if (rows.length === sizes.length) printOperation(operation, rows);
    }
    printTable(stageHeadings, stageLines(report.rows));
    for (const line of functionStages(report.rows)) console.log(`  ${line}`);
  }
  if (parts.has('starts')) {
    report.starts = await measureStarts(run, oneOfEachFunction(small), 2 * effort.colds);
    printTable(startHeadings, startLines(report.starts));
    save();
  }
  const html = small.find(({ operation }) => operation === 'html → pdf');
  if (parts.has('first-page') && html) {
    report.firstPage = await measureFirstPage(run, own, html, join(folder, 'first-page'), effort.colds);
    printFirstPage(report.firstPage);
    save();
  }
  if (parts.has('cost')) {
    const billed = new Map(
      report.rows?.map(({ operation, size, results }) => [`${operation} ${size}`, results[0]?.gbSeconds]),
    );
    const counted = options.quick ? oneOfEachFunction(small) : small;
    const usages = await measureUsage(counted, join(folder, 'counting'), (operation) =>
      billed.get(`${operation} small`),
    );
    report.usages = Object.fromEntries(usages);
    printTable(costHeadings, costLines(usages));
    save();
  }
  if (parts.has('scaling')) {
    report.scaling = await measureScaling(
      own,
      operations,
      join(folder, 'scaling'),
      effort.colds,
      (course) => {
        const points = course.points.map(({ amount, cpuSeconds, milliseconds }) => [
          `${amount} ${course.unit}`,
          (cpuSeconds * 1000).toFixed(0),
          milliseconds.toFixed(0),
        ]);
        printTable([course.what, 'CPU ms', 'median ms'], points);
        console.log(`  exponent ${course.exponent.toFixed(2)}`);
      },
    );
    printTable(scalingHeadings, scalingLines(report.scaling));
    save();
  }
  if (parts.has('capacity')) {
    await measureLimits(run, own, small, folder, report);
    save();
  }
  console.log(`\n${(report.seconds / 60).toFixed(1)} minutes`);
}

async function measureLimits(
  run: LocalRun,
  own: Contestant,
  small: readonly Task[],
  folder: string,
  report: BenchReport,
): Promise<void> {
  const tasks = small.filter(({ operation }) => operation in mix);
  if (tasks.length < mixedOperations.length) {
    throw new Error(`The part capacity needs the operations ${mixedOperations.join(', ')}.`);
  }
  report.capacity = await measureCapacity(run, own, tasks, capacityMilliseconds);
  const usages = await measureUsage(tasks, join(folder, 'capacity'), () => NaN);
  report.limits = limitsOf(report.capacity, Object.fromEntries(usages) as Record<MixedOperation, Usage>);
  printTable(serviceHeadings, serviceLines(report.capacity));
  console.log(predictionLine(report.capacity));
  printTable(limitHeadings, limitLines(report.limits));
}

/** Tasks whose functions no task before them has. */
const oneOfEachFunction = (tasks: readonly Task[]): Task[] => [
  ...new Map(tasks.toReversed().map((task) => [functionsOf[task.operation].join(), task])).values(),
];

await main();
