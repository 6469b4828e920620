import { figure } from '../compare/print-row.ts';
import type { Result, Row } from '../compare/result.ts';
import { functionsOf } from '../contestants/functions-of.ts';
import { quantile } from '../statistics.ts';
import { nameOf } from '../tasks/task.ts';

export const stageHeadings = [
  'medians, ms',
  'uploads',
  'until the handler',
  'handler',
  'from the handler',
  'last byte',
  'in all',
  'CPU of functions',
  'CPU of emulators',
] as const;

/** One line for each row: where the time of its first contestant, the service, went, as the client sees it. */
export const stageLines = (rows: readonly Row[]): string[][] =>
  rows.flatMap((row) => {
    const [own] = row.results;
    if (!own?.stages) return [];
    const { cpuOfWarm = NaN, standInCpuSeconds = NaN } = own;
    const [endpoint] = functionsOf[row.operation];
    const ofClient = ['uploads', 'until the handler', endpoint, 'from the handler', 'last byte', 'in all'];
    return [
      [
        nameOf(row),
        ...ofClient.map((stage) => figure(medianOf(own, stage))),
        ...[cpuOfWarm, standInCpuSeconds].map((seconds) => figure(milliseconds(seconds))),
      ],
    ];
  });

/** What the functions of each row log: the endpoint's stages, then those of functions that run while it waits. */
export const functionStages = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => {
    const [own] = row.results;
    if (!own?.stages) return [];
    const functions = functionsOf[row.operation].map((name) => {
      const stages = Object.keys(own.stages ?? {}).filter((stage) => stage.startsWith(`${name}: `));
      const parts = stages
        .map((stage) => [stage.slice(name.length + 2), Math.round(medianOf(own, stage))] as const)
        .filter(([, milliseconds]) => milliseconds > 0)
        .map(([stage, milliseconds]) => `${stage} ${milliseconds}`);
      return `${name} ${Math.round(medianOf(own, name))}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
    });
    return [`${nameOf(row)}: ${functions.join('; ')}`];
  });

/** A stage that a run did not have took it no time. */
function medianOf({ warm, stages = {} }: Result, stage: string): number {
  const times = stages[stage] ?? [];
  return quantile([...times, ...Array<number>(Math.max(0, warm.length - times.length)).fill(0)], 0.5);
}

/** To tenths: differences of sums of the kernel's ticks are not exact. */
const milliseconds = (seconds: number): number => Math.max(0, Math.round(seconds * 10_000) / 10);
