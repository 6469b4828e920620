import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { projectRoot } from '../../../cdk/project.ts';
import { lossesOf, overviewHeadings, overviewLines } from '../compare/overview.ts';
import { byOperation, failuresOf, headings, linesOf, sizesOf } from '../compare/print-row.ts';
import type { Row } from '../compare/result.ts';
import { costHeadings, costLines } from '../cost/print-costs.ts';
import { scalingHeadings, scalingLines } from '../scaling/print-scaling.ts';
import type { BenchReport } from '../report.ts';
import { quantile } from '../statistics.ts';
import { type Operation, sizes } from '../tasks/task.ts';
import type { Usage } from '../cost/usage.ts';
import { budgetHeadings, budgetLines } from '../stages/print-budget.ts';
import { startHeadings, startLines } from '../starts/print-starts.ts';
import { barChart } from './bar-chart.ts';
import { fillIn, markdownTable } from './markdown.ts';

const document = join(projectRoot, 'BENCHMARKS.md');
const plots = join(projectRoot, 'test', 'reports');

/** Puts the figures of a report into BENCHMARKS.md, and draws its pictures; parts that it lacks stay as they are. */
export async function writeDocs(report: BenchReport): Promise<void> {
  let text = readFileSync(document, 'utf8');
  const fill = (name: string, content: string): void => {
    text = fillIn(text, name, content);
  };
  if (report.rows) {
    fill('machine', machineLines(report));
    fill('overview', markdownTable(overviewHeadings, overviewLines(report.rows)));
    fill('comparison', byOperation(report.rows).map(comparison).join('\n\n'));
    fill('losses', losses(report.rows));
    drawLatencies(report.rows);
  }
  if (report.usages) {
    const usages = new Map(Object.entries(report.usages) as [Operation, Usage][]);
    fill('cost', markdownTable(costHeadings, costLines(usages)));
  }
  if (report.starts) fill('starts', markdownTable(startHeadings, startLines(report.starts)));
  if (report.budgets) {
    fill('budget', markdownTable(budgetHeadings(report.budgets), budgetLines(report.budgets)));
  }
  if (report.scaling) fill('scaling', markdownTable(scalingHeadings, scalingLines(report.scaling)));
  writeFileSync(document, await format(text, { parser: 'markdown', printWidth: 110 }));
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
  return lines.length > 0 ? lines.join('\n') : 'In no row is anybody ahead.';
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
