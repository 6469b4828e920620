import assert from 'node:assert/strict';
import { type Check, NotAvailable } from '../check.ts';
import type { FunctionFigures } from '../function-figures.ts';
import { fieldsOf, type FunctionLogs } from '../function-logs.ts';
import type { Target } from '../target.ts';

/** Milliseconds. Execution environments, and the lines of their starts, can be this old. */
const recent = 24 * 60 * 60 * 1000;

/** Milliseconds. After these, Lambda starts an environment anew. */
const initPhase = 10_000;

function logsOf(target: Target): FunctionLogs {
  const { logs } = target.options;
  if (!logs)
    throw new NotAvailable('There are no logs: pass --stack with credentials, or --log for a local run.');
  return logs;
}

async function figuresOf(target: Target): Promise<readonly FunctionFigures[]> {
  logsOf(target);
  const figures = (await target.options.figures?.()) ?? [];
  if (figures.length === 0) {
    throw new NotAvailable('The logs have no REPORT lines. A local run writes them with --verbose.');
  }
  return figures;
}

const startLines = (target: Target, name: string, text: string): Promise<readonly string[]> =>
  logsOf(target).lines(name, text, Date.now() - recent);

export const functionChecks: readonly Check[] = [
  {
    title: 'Every function starts within 10 seconds',
    contract: false,
    covers: ['cold-starts'],
    async run(target) {
      const started = (await figuresOf(target)).flatMap(({ name, initialization }) =>
        initialization === undefined ? [] : [{ name, milliseconds: initialization }],
      );
      if (started.length === 0) throw new NotAvailable('No function started during the run.');
      const slowest = started.toSorted((a, b) => b.milliseconds - a.milliseconds);
      const texts = slowest
        .slice(0, 3)
        .map(({ name, milliseconds }) => `${name} ${Math.round(milliseconds)} ms`);
      const text = `${started.length} functions started, the slowest: ${texts.join(', ')}`;
      assert.ok((slowest[0]?.milliseconds ?? 0) < initPhase, text);
      return text;
    },
  },
  {
    title: 'Functions that have done little use less than half of their memory',
    contract: false,
    covers: ['idle-memory'],
    async run(target) {
      const reported = (await figuresOf(target)).flatMap(({ name, memory }) =>
        memory ? [{ name, ...memory }] : [],
      );
      if (reported.length === 0) throw new NotAvailable('The REPORT lines have no memory.');
      const largest = reported.toSorted((a, b) => b.least / b.size - a.least / a.size);
      const texts = largest.slice(0, 3).map(({ name, least, size }) => `${name} ${least} of ${size} MB`);
      const text = `the most: ${texts.join(', ')}`;
      assert.ok(
        largest.every(({ least, size }) => least < size / 2),
        text,
      );
      return text;
    },
  },
  {
    title: 'Chromium forks its page processes',
    contract: false,
    needs: ['rendering'],
    covers: ['chromium-forks'],
    async run(target) {
      const starts = await startLines(target, 'renderer', 'Chromium is ready');
      if (starts.length === 0) throw new NotAvailable('The log has no start of a renderer.');
      const failures = await startLines(target, 'renderer', 'without forking');
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${starts.length} renderers do not fork.`);
      return `${starts.length} renderers fork`;
    },
  },
  {
    title: 'LibreOffice is confined by seccomp and Landlock',
    contract: false,
    needs: ['jobs'],
    covers: ['confinement'],
    async run(target) {
      const starts = await startLines(target, 'office-worker', 'LibreOffice is ready');
      const last = fieldsOf(starts.at(-1) ?? '');
      if (!last) throw new NotAvailable('The log has no start of an office worker.');
      const { calls, files } = (last['confinement'] ?? {}) as { calls?: boolean; files?: boolean };
      const text = `seccomp ${String(calls)}, Landlock ${String(files)}`;
      if (calls !== true || files !== true) throw new Error(text);
      return text;
    },
  },
];
