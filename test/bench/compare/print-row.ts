import { quantile } from '../statistics.ts';
import { printTable } from '../table.ts';
import type { Operation } from '../tasks/task.ts';
import type { Row } from './result.ts';

/** The columns of a comparison. */
export const headings = [
  '',
  'size',
  'median ms',
  'ratio',
  'p95 ms',
  'cold ms',
  'per second',
  'CPU ms',
  'peak MB',
  'GB-s',
  'output kB',
] as const;

/** A row's lines: of each contestant its figures, and how often its median holds that of the first one. */
export function linesOf({ size, results }: Row): string[][] {
  const own = quantile(results[0]?.warm ?? [], 0.5);
  return results.map((result) => {
    const median = quantile(result.warm, 0.5);
    return [
      result.contestant,
      size,
      figure(median),
      `${(median / own).toFixed(2)} ×`,
      // Of one run there is no such thing.
      figure(result.warm.length > 1 ? quantile(result.warm, 0.95) : NaN),
      figure(quantile(result.cold, 0.5)),
      figure(result.throughput),
      figure(result.cpuSeconds * 1000),
      figure(result.peakMemory / 1e6),
      result.gbSeconds.toPrecision(2),
      figure(result.outputBytes / 1000),
    ];
  });
}

/** Three digits that count, and a dash for what is not known: NaN, which is null in JSON. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(3);
}

/** The rows of each operation, in the order in which they came. */
export const byOperation = (rows: readonly Row[]): [Operation, Row[]][] => [
  ...Map.groupBy(rows, ({ operation }) => operation),
];

/** What each size of an operation is. */
export const sizesOf = (rows: readonly Row[]): string =>
  rows.map(({ size, description }) => `${size}: ${description}`).join('; ');

/** What contestants failed at, by task and name. */
export const failuresOf = (rows: readonly Row[]): { size: string; contestant: string; failure: string }[] =>
  rows.flatMap(({ size, failures }) =>
    Object.entries(failures).map(([contestant, failure]) => ({ size, contestant, failure })),
  );

/** Prints the table of an operation. */
export function printOperation(operation: Operation, rows: readonly Row[]): void {
  console.log(`\n${operation}: ${sizesOf(rows)}`);
  printTable(headings, rows.flatMap(linesOf));
  for (const { size, contestant, failure } of failuresOf(rows))
    console.log(`  ${contestant}, ${size}: ${failure}`);
}
