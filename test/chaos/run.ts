import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../cdk/build.ts';
import { runCampaign } from './campaign.ts';
import { chaosReport } from './chaos-report.ts';

const usage = `Runs clients against a local run while its processes are killed and stopped and its stores are disconnected,
restarted and made to fail. Then compares the final state with the responses that the clients received.

  npm run suite -- chaos [--minutes 10] [--seed 1] [--clients 6] [--report report.md] [--keep]

The seed decides the requests and the faults, their times and durations. The processes that they hit, and the order of
events, depend on the machine. --keep keeps the state for inspection. Needs Linux and the layers.`;

interface Settings {
  minutes: number;
  seed: number;
  clients: number;
  report: string | undefined;
  keep: boolean;
}

function settings(): Settings | undefined {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      clients: { type: 'string', default: '6' },
      report: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const { help, report, keep } = values;
  return help
    ? undefined
    : {
        minutes: Number(values.minutes),
        seed: Number(values.seed),
        clients: Number(values.clients),
        report,
        keep,
      };
}

async function main(): Promise<void> {
  const chosen = settings();
  if (!chosen) {
    console.log(usage);
    return;
  }
  const { minutes, seed, clients, report, keep } = chosen;
  console.log(`seed ${seed}, ${minutes} minutes`);
  await buildIfNeeded(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  try {
    const outcome = await runCampaign({ minutes, seed, clients, folder });
    const text = chaosReport(outcome);
    if (report !== undefined) {
      mkdirSync(dirname(report), { recursive: true });
      writeFileSync(report, text);
    }
    console.log(text);
    if (outcome.deviations.length > 0) process.exitCode = 1;
  } finally {
    if (keep) console.log(`State: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

await main();
