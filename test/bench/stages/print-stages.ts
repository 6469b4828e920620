import { figure } from '../compare/print-row.ts';
import type { Result, Row } from '../compare/result.ts';
import { functionsOf } from '../contestants/functions-of.ts';
import { quantile } from '../statistics.ts';
import { nameOf } from '../tasks/task.ts';
import type { Stages } from './task-stages.ts';

const ofClient = ['in all', 'uploads', 'until the handler', 'first byte', 'last byte'] as const;

export const stageHeadings = [
  'medians, ms',
  'in all',
  'uploads',
  'until the handler',
  'from the handler',
  'last byte',
  'functions, with their stages',
  'CPU of functions',
  'CPU of emulators',
] as const;

/** One line for each row: where the time of its first contestant, the service, went. */
export const stageLines = (rows: readonly Row[]): string[][] =>
  rows.flatMap((row) => {
    const [own] = row.results;
    return own?.stages ? [[nameOf(row), ...stageLine(row, own, own.stages)]] : [];
  });

function stageLine(
  { operation }: Row,
  { warm, cpuOfWarm = NaN, standInCpuSeconds = NaN }: Result,
  stages: Stages,
): string[] {
  // A stage that a run did not have took it no time.
  const median = (name: string): number => {
    const times = stages[name] ?? [];
    return quantile([...times, ...Array<number>(Math.max(0, warm.length - times.length)).fill(0)], 0.5);
  };
  const ofFunctions = functionsOf[operation].map((name) => {
    const parts = Object.keys(stages)
      .filter((stage) => stage.startsWith(`${name}: `) && median(stage) >= 1)
      .map((stage) => `${stage.slice(name.length + 2)} ${figure(median(stage))}`);
    return `${name} ${figure(median(name))}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
  });
  const [inAll, ...others] = ofClient.map((name) => figure(median(name)));
  return [
    ...[inAll ?? '', ...others],
    ofFunctions.join('; '),
    ...[cpuOfWarm, standInCpuSeconds].map((seconds) => figure(seconds * 1000)),
  ];
}
