import { writeFileSync } from 'node:fs';
import { readCommandLine, runCommand, UsageError } from '../../cdk/operator-command.ts';
import { features, type Feature } from './stack/check.ts';
import { stackChecks } from './stack/checks.ts';
import { HookInbox } from './stack/hook-inbox.ts';
import { openTarget } from './stack/open-target.ts';
import { keepsContract, reportOf } from './stack/report.ts';
import { runChecks } from './stack/run-checks.ts';
import { unconfirmedItems } from './stack/unconfirmed.ts';

const usage = `Accepts a deployed stack: calls every operation, and checks what OPERATIONS.md lists as not confirmed on AWS.

  npm run verify:stack -- --base-url URL --key KEY [--free-key KEY]
  npm run verify:stack -- --stack NAME
  npm run verify:stack -- --local

--base-url        address with the stage; --key is a Business key
--free-key        a Free key, to exceed its limits. It is rejected for a minute
--stack           a stack in your account: creates keys, reads logs and settings, and revokes the keys
--local           the local run (npm start -- --verbose)
--log FILE        log of the local run at --base-url
--page-url        public page for POST /api/html/url. Default: a guide of the service
--webhook-url     URL that receives webhooks
--webhook-listen  port of this machine that --webhook-url leads to, to verify signatures
--webhook-secret  secret of --key: whsec_…
--without         features that the stack lacks, separated by commas: ${features.join(', ')}
--minutes         limit of the whole run. Default: 10
--report FILE     Default: verify-stack.md

Exits with 1 if the stack breaks the contract of the API.`;

const options = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  'free-key': { type: 'string' },
  stack: { type: 'string' },
  local: { type: 'boolean' },
  log: { type: 'string' },
  'page-url': { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-listen': { type: 'string' },
  'webhook-secret': { type: 'string' },
  without: { type: 'string', default: '' },
  minutes: { type: 'string', default: '10' },
  report: { type: 'string', default: 'verify-stack.md' },
  help: { type: 'boolean' },
} as const;

/** Milliseconds for one check. */
const patience = 150_000;

const isFeature = (name: string): name is Feature => features.some((feature) => feature === name);

function featuresOf(list: string): Set<Feature> {
  const names = list.split(',').filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      if (isFeature(name)) return name;
      throw new UsageError(`--without takes ${features.join(', ')}, not ${name}.`);
    }),
  );
}

async function main(): Promise<void> {
  const { values } = readCommandLine(options, usage);
  if (values.help) {
    console.log(usage);
    return;
  }
  const without = featuresOf(values.without);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new UsageError('--minutes must be a number above 0.');
  const port = values['webhook-listen'];
  if (port !== undefined && !values['webhook-url']) {
    throw new UsageError('--webhook-listen needs --webhook-url: the public URL that leads to the port.');
  }
  await using inbox = port === undefined ? undefined : await HookInbox.listen(Number(port));
  const choice = { ...values, baseUrl: values['base-url'], freeKey: values['free-key'] };
  await using opened = await openTarget(choice, {
    pageUrl: values['page-url'],
    webhookUrl: values['webhook-url'],
    webhookSecret: values['webhook-secret'],
    inbox,
  });
  const { target, ...described } = opened;
  const startedAt = new Date();
  const results = await runChecks(stackChecks, target, {
    without,
    budget: minutes * 60_000,
    patience,
    onResult: ({ check, outcome, evidence, seconds }) =>
      console.log(`${outcome.padEnd(13)}  ${check.title}: ${evidence} (${seconds.toFixed(1)} s)`),
  });
  const { baseUrl, times, figures } = target.options;
  const report = reportOf({
    baseUrl,
    target: described.description,
    isAws: described.isAws,
    startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    results,
    items: unconfirmedItems(),
    times: times.byOperation(),
    figures: (await figures?.().catch(() => [])) ?? [],
  });
  writeFileSync(values.report, report);
  const isKept = keepsContract(results);
  console.log(`\n${isKept ? 'The contract is kept.' : 'The contract is BROKEN.'} Report: ${values.report}`);
  if (!isKept) process.exitCode = 1;
}

await runCommand(main);
