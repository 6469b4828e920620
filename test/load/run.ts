import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalRun } from '../support/local-run.ts';
import { loadFaults, loadReport } from './load-report.ts';
import { runLoad } from './load.ts';

const usage = `Measures how many mixed requests per second a local run sustains, then sends twice as many.

  npm run suite -- load [--minutes 10] [--seed 1] [--clients N] [--report report.md]

--clients  clients of the measurement; default: twice the number of processors

Exits with 1 after errors other than 429 and 503, when the queue does not drain, or when memory, processes, descriptors
or files remain. Needs Linux, the layers and 8 GB of memory.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      clients: { type: 'string', default: String(2 * availableParallelism()) },
      report: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const seed = Number(values.seed);
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  try {
    await using cleanUp = new AsyncDisposableStack();
    const state = join(folder, 's');
    const run = await startLocalRun(state);
    cleanUp.defer(async () => {
      await run.stop();
    });
    const load = await runLoad(run, {
      minutes: Number(values.minutes),
      clients: Number(values.clients),
      seed,
      logFile: join(state, 'run.log'),
    });
    const faults = loadFaults(load);
    const text = loadReport(load, seed, faults);
    if (values.report !== undefined) {
      mkdirSync(dirname(values.report), { recursive: true });
      writeFileSync(values.report, text);
    }
    console.log(text);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
