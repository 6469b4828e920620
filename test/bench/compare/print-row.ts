import { quantile } from '../statistics.ts';
import { printTable } from '../table.ts';
import { nameOf } from '../tasks/task.ts';
import type { Row } from './result.ts';

/** The columns of a comparison. */
export const headings = [
  '',
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
export function linesOf({ results }: Row): string[][] {
  const own = quantile(results[0]?.warm ?? [], 0.5);
  return results.map((result) => {
    const median = quantile(result.warm, 0.5);
    return [
      result.contestant,
      figure(median),
      `${(median / own).toFixed(2)} ×`,
      figure(quantile(result.warm, 0.95)),
      figure(quantile(result.cold, 0.5)),
      figure(result.throughput),
      figure(result.cpuSeconds * 1000),
      figure(result.peakMemory / 1e6),
      result.gbSeconds.toPrecision(2),
      figure(result.outputBytes / 1000),
    ];
  });
}

/** Three digits that count, and a dash for what is not known. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(3);
}

export function printRow(row: Row): void {
  console.log(`\n${nameOf(row)}: ${row.description}`);
  printTable(headings, linesOf(row));
  for (const [contestant, failure] of Object.entries(row.failures))
    console.log(`  ${contestant}: ${failure}`);
}
