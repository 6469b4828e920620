import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalRun } from '../support/local-run.ts';
import { isApplicable, settingsOf } from './applicable.ts';
import { readScenarios, type Scenario } from './feature-file.ts';
import { ScenarioServer } from './servers.ts';
import { runStep } from './steps.ts';
import { type Target, World } from './world.ts';

/**
 * Runs the integration scenarios of a checkout of github.com/gotenberg/gotenberg against the service. Exits with 1 when
 * one that applies fails.
 */
const usage = `npm run suite -- gotenberg DIR [--only TEXT] [--feature NAME] [--url URL --key KEY] [--port 3138] [--list]

DIR        a checkout of github.com/gotenberg/gotenberg
--only     only scenarios with this text in their names; can be repeated
--feature  only this feature, by the name of its file; can be repeated
--url      a running service with the key in --key, which may call 127.0.0.1 at --port and localhost at 100. Default: a local run of its own
--list     print the scenarios that apply, and run none

Needs poppler, qpdf, and veraPDF on the PATH.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    feature: { type: 'string', multiple: true, default: [] },
    url: { type: 'string' },
    key: { type: 'string' },
    port: { type: 'string', default: '3138' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const [checkout] = positionals;
if (values.help || checkout === undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const folder = join(checkout, 'test', 'integration');
const port = Number(values.port);
const results = mkdtempSync(join(tmpdir(), 'suite-'));
let store = '';
const server = new ScenarioServer(join(folder, 'testdata'), () => store);

interface Planned {
  feature: string;
  scenario: Scenario;
}

const planned: Planned[] = readdirSync(join(folder, 'features'))
  .map((file) => basename(file, '.feature'))
  .filter((feature) => values.feature.length === 0 || values.feature.includes(feature))
  .flatMap((feature) =>
    readScenarios(readFileSync(join(folder, 'features', `${feature}.feature`), 'utf8'))
      .filter((scenario) => isApplicable(feature, scenario))
      .filter(({ name }) => values.only.length === 0 || values.only.some((text) => name.includes(text)))
      .map((scenario) => ({ feature, scenario })),
  );

/** Returns why a scenario fails; undefined if it passes. */
async function failureOf({ scenario }: Planned, target: Target): Promise<string | undefined> {
  // The service asks for a key where Gotenberg asks for a password.
  const isDenied = settingsOf(scenario).includes('API_ENABLE_BASIC_AUTH');
  const world = new World(target, !isDenied);
  target.server.forget();
  for (const step of scenario.steps) {
    try {
      await runStep(step, world);
      store = world.store;
    } catch (error) {
      return `${step.text}\n      ${(error as Error).message}`;
    }
  }
  return undefined;
}

async function runAll(target: Target): Promise<boolean> {
  const counts = new Map<string, { passed: number; all: number }>();
  for (const each of planned) {
    const failure = await failureOf(each, target);
    const count = counts.get(each.feature) ?? { passed: 0, all: 0 };
    counts.set(each.feature, { passed: count.passed + (failure === undefined ? 1 : 0), all: count.all + 1 });
    if (failure !== undefined) console.log(`FAILED ${each.feature}: ${each.scenario.name}\n    ${failure}`);
  }
  let passed = 0;
  for (const [feature, count] of counts) {
    passed += count.passed;
    console.log(`${feature.padEnd(32)} ${count.passed} of ${count.all}`);
  }
  console.log(`${'all'.padEnd(32)} ${passed} of ${planned.length}`);
  return passed === planned.length;
}

if (values.list) {
  for (const { feature, scenario } of planned) console.log(`${feature}: ${scenario.name}`);
  process.exit(0);
}
await server.start(port);
let good: boolean;
if (values.url !== undefined) {
  good = await runAll({ baseUrl: values.url, key: values.key ?? '', folder, server, port, results });
} else {
  // A page of the scenarios requests port 100, where no server listens.
  process.env['ALLOWED_PRIVATE_HOSTS'] = `127.0.0.1:${port},localhost:100`;
  const state = mkdtempSync(join(tmpdir(), 'suite-state-'));
  const run = await startLocalRun(state);
  try {
    good = await runAll({
      baseUrl: run.stack.baseUrl,
      key: run.stack.keys.business,
      folder,
      server,
      port,
      results,
    });
  } finally {
    await run.stop();
  }
}
server.stop();
rmSync(results, { recursive: true });
process.exit(good ? 0 : 1);
