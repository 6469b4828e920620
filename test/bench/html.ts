import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalRun } from '../support/local-run.ts';
import { browserContestants } from './html/browsers.ts';
import { FunctionLog } from './html/function-log.ts';
import { gotenbergContestant } from './html/gotenberg.ts';
import { programContestants } from './html/programs.ts';
import { renderInTurn, type Result } from './html/rounds.ts';
import { samples } from './html/sample.ts';
import { serviceContestants } from './html/service.ts';
import { coldStages, type Stages, warmStages } from './html/stages.ts';
import { measureUnpacking, type Unpacking } from './html/unpacking.ts';
import { measure, milliseconds, printRow, quantile } from './statistics.ts';

/** Renders the same pages with the service and with others, in turn and in one run. Prints; asserts nothing. */
const usage = `npm run bench:html -- [--runs 10] [--cold 5] [--gotenberg http://127.0.0.1:3001] [--json]

--runs       renderings of each page by each contestant
--cold       requests that begin without a process
--gotenberg  a Gotenberg that is running, to compare with
--json       print the figures as JSON instead

Compares also with chromium, wkhtmltopdf, wkhtmltoimage and weasyprint where they are on the PATH.`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    cold: { type: 'string', default: '5' },
    gotenberg: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const runs = Number(values.runs);
const coldRuns = Number(values.cold);
const folder = mkdtempSync(join(tmpdir(), 'html-bench-'));
const browsers = await browserContestants(folder);
const programs = programContestants(folder);
const run = await startLocalRun(join(folder, 'state'), '--verbose');
const log = new FunctionLog(run);
const service = serviceContestants(run);

try {
  const missing = [
    ...(values.gotenberg === undefined ? ['Gotenberg (--gotenberg)'] : []),
    ...programs.missing,
  ];
  if (missing.length > 0) say(`Not here, so not compared: ${missing.join(', ')}`);
  const warm = await measureWarm();
  const sequence = await measureSequence();
  const stages = await measureStages();
  const cold = await measureCold();
  const unpacking = await measurePackings();
  const targets = judge({ warm, sequence, cold, unpacking });
  if (values.json) {
    const all = { missing, warm, sequence, stages, cold, unpacking, targets };
    console.log(JSON.stringify(all, null, 2));
  }
} finally {
  await browsers.stop();
  await run.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureWarm(): Promise<Record<string, Record<string, Result>>> {
  const contestants = [
    service.bytes,
    service.stored,
    browsers.resident,
    browsers.fresh,
    ...(values.gotenberg === undefined ? [] : [gotenbergContestant(values.gotenberg)]),
    ...programs.found,
  ];
  const all: Record<string, Record<string, Result>> = {};
  for (const sample of Object.values(samples)) {
    say(`\n${sample.name}: ${sample.description}; ${runs} times each in turn\n`);
    row('', 'median', 'quickest', 'ratio', 'of quickest', '', 'result');
    const results = (all[sample.name] = await renderInTurn(contestants, sample, runs));
    const own = results[service.bytes.name]?.times ?? [];
    for (const [name, { times, output }] of Object.entries(results)) {
      row(name, ...figures(times), ...ratios(times, own), '', output);
    }
  }
  return all;
}

/** Here the service's tidying up, and its getting ready for the next one, keep the next one waiting. */
async function measureSequence(): Promise<Record<string, number[]>> {
  const blocks = 4;
  const block = Math.ceil(runs / 2);
  say(`\n${samples.small.name} without pauses: ${blocks} times ${block} one after another\n`);
  row('', 'median', 'quickest', 'ratio', 'of quickest');
  const all: Record<string, number[]> = {};
  for (let count = 0; count < blocks; count += 1) {
    for (const contestant of [service.bytes, browsers.resident]) {
      const times = await measure(block, () => contestant.render(samples.small));
      (all[contestant.name] ??= []).push(...times);
    }
  }
  const own = all[service.bytes.name] ?? [];
  for (const [name, times] of Object.entries(all)) row(name, ...figures(times), ...ratios(times, own));
  return all;
}

async function measureStages(): Promise<Stages> {
  say(`\nWhere the time of a warm ${samples.small.name} goes, ${runs * 2} requests\n`);
  return printed(await warmStages(service.bytes, samples.small, log, runs * 2));
}

async function measureCold(): Promise<Record<string, Stages>> {
  const all: Record<string, Stages> = {};
  for (const sample of Object.values(samples)) {
    say(`\nCold ${sample.name}: no function has a process, and Chromium is packed; ${coldRuns} requests\n`);
    all[sample.name] = printed(await coldStages(service.bytes, sample, run, log, coldRuns));
  }
  return all;
}

async function measurePackings(): Promise<Unpacking> {
  say(`\nUnpacking, ${coldRuns} times each in turn\n`);
  row('', 'median', 'quickest', 'ratio', 'of quickest');
  const unpacking = await measureUnpacking(folder, coldRuns);
  row("the service's layer", ...figures(unpacking.layer), ...ratios(unpacking.layer, unpacking.layer));
  row('@sparticuz/chromium', ...figures(unpacking.package), ...ratios(unpacking.package, unpacking.layer));
  return unpacking;
}

/** The figures that the service is to reach, in milliseconds. */
function judge(measured: {
  warm: Record<string, Record<string, Result>>;
  sequence: Record<string, number[]>;
  cold: Record<string, Stages>;
  unpacking: Unpacking;
}) {
  const { warm, sequence, unpacking } = measured;
  const small = warm[samples.small.name];
  const cold = measured.cold[samples.small.name];
  const median = (times: readonly number[] = []): number => quantile(times, 0.5);
  const most = (puppeteer: readonly number[] | undefined): number => 1.3 * median(puppeteer) + 15;
  const targets = {
    'small PDF as bytes: 1.3 × puppeteer + 15 ms': {
      value: median(small?.[service.bytes.name]?.times),
      limit: most(small?.[browsers.resident.name]?.times),
    },
    'the same without pauses': {
      value: median(sequence[service.bytes.name]),
      limit: most(sequence[browsers.resident.name]),
    },
    "unpacking: half of the package's": {
      value: median(unpacking.layer),
      limit: median(unpacking.package) / 2,
    },
    'renderer: start to ready': { value: median(cold?.['renderer: ready for the first page']), limit: 1500 },
    'renderer: start to first PDF': { value: median(cold?.['renderer: start to first result']), limit: 1500 },
  };
  say('\nTargets, by medians\n');
  row('', 'measured', 'at most', 'met');
  for (const [name, { value, limit }] of Object.entries(targets)) {
    row(name, milliseconds(value), milliseconds(limit), value <= limit ? 'yes' : 'no');
  }
  return targets;
}

function printed(stages: Stages): Stages {
  row('', 'median', 'quickest');
  for (const [stage, times] of Object.entries(stages)) row(stage, ...figures(times));
  return stages;
}

/** Median and quickest. */
function figures(times: readonly number[]): string[] {
  return [0.5, 0].map((share) => milliseconds(quantile(times, share)));
}

/** Of both. */
function ratios(times: readonly number[], own: readonly number[]): string[] {
  return [0.5, 0].map((share) => `${(quantile(times, share) / quantile(own, share)).toFixed(2)} ×`);
}

function say(line: string): void {
  if (!values.json) console.log(line);
}

function row(...cells: string[]): void {
  if (!values.json) printRow(...cells);
}
