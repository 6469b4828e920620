import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/project.ts';
import {
  limitHeadings,
  limitLines,
  predictionLine,
  serviceHeadings,
  serviceLines,
} from '../capacity/print-capacity.ts';
import { lossesOf, overviewHeadings, overviewLines } from '../compare/overview.ts';
import { byOperation, failuresOf, headings, linesOf, sizesOf } from '../compare/print-row.ts';
import type { Row } from '../compare/result.ts';
import { costHeadings, costLines } from '../cost/print-costs.ts';
import { scalingHeadings, scalingLines } from '../scaling/print-scaling.ts';
import type { BenchReport } from '../report.ts';
import { quantile } from '../statistics.ts';
import { type Operation, sizes } from '../tasks/task.ts';
import type { Usage } from '../cost/usage.ts';
import { functionStages, stageHeadings, stageLines } from '../stages/print-stages.ts';
import { startHeadings, startLines } from '../starts/print-starts.ts';
import { barChart } from './bar-chart.ts';
import { markdownTable } from './markdown.ts';
import { writeSections } from './write-sections.ts';

const plots = join(projectRoot, 'test', 'reports');

/** Puts the figures of a report into BENCHMARKS.md, and draws its pictures; parts that it lacks stay as they are. */
export async function writeDocs(report: BenchReport): Promise<void> {
  const sections: Record<string, string> = {};
  if (report.rows) {
    sections['machine'] = machineLines(report);
    sections['overview'] = markdownTable(overviewHeadings, overviewLines(report.rows));
    sections['comparison'] = byOperation(report.rows).map(comparison).join('\n\n');
    sections['losses'] = losses(report.rows);
    sections['stages'] = [
      markdownTable(stageHeadings, stageLines(report.rows)),
      functionStages(report.rows)
        .map((line) => `- ${line}`)
        .join('\n'),
    ].join('\n\n');
    drawLatencies(report.rows);
  }
  if (report.usages) {
    const usages = new Map(Object.entries(report.usages) as [Operation, Usage][]);
    sections['cost'] = markdownTable(costHeadings, costLines(usages));
  }
  if (report.starts) sections['starts'] = markdownTable(startHeadings, startLines(report.starts));
  if (report.scaling) sections['scaling'] = markdownTable(scalingHeadings, scalingLines(report.scaling));
  if (report.capacity && report.limits) {
    sections['capacity'] = [
      markdownTable(serviceHeadings, serviceLines(report.capacity)),
      predictionLine(report.capacity),
      markdownTable(limitHeadings, limitLines(report.limits)),
    ].join('\n\n');
  }
  await writeSections(sections);
}

function machineLines({ date, machine, quick, seconds, contestants, missing }: BenchReport): string {
  const { processor, cores, memory, system, node } = machine;
  const minutes = `${(seconds / 60).toFixed(1)} minutes`;
  return [
    `${date.slice(0, 10)}, ${minutes}${quick ? ' (`--quick`)' : ''}; ${processor}, ${cores} cores, ${Math.round(memory / 2 ** 30)} GiB; ${system}; Node.js ${node}.`,
    '',
    ...contestants.map(({ name, description }) => `- **${name}**: ${description}`),
    ...(missing.length > 0 ? [`- not on that machine: ${missing.join(', ')}`] : []),
  ].join('\n');
}

function comparison([operation, rows]: [Operation, Row[]]): string {
  const failures = failuresOf(rows).map(
    ({ size, contestant, failure }) => `\n\n${contestant} failed (${size}): \`${failure}\``,
  );
  const table = markdownTable(headings, rows.flatMap(linesOf));
  return `### ${operation}\n\n${capital(sizesOf(rows))}.\n\n${table}${failures.join('')}`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function losses(rows: readonly Row[]): string {
  const lines = lossesOf(rows).map(({ task, ahead }) => `- ${task}: ${ahead.join(', ')}`);
  return lines.length > 0 ? lines.join('\n') : 'No other program is faster in any row.';
}

/** One picture for each size. */
function drawLatencies(rows: readonly Row[]): void {
  mkdirSync(plots, { recursive: true });
  for (const size of sizes) {
    const groups = rows
      .filter((row) => row.size === size)
      .map((row) => ({
        title: `${row.operation}: ${row.description}`,
        bars: row.results.map(({ contestant, warm }, at) => ({
          label: contestant,
          value: quantile(warm, 0.5),
          own: at === 0,
        })),
      }));
    if (groups.length > 0) writeFileSync(join(plots, `latency-${size}.svg`), barChart(groups, 'ms'));
  }
}
