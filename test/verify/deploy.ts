import { PutBucketTaggingCommand, type Tag } from '@aws-sdk/client-s3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackName } from '../../cdk/project.ts';
import { checkAssets, checkRoutes, keyIsKnown, leftovers } from './arrivals.ts';
import { Checks } from './checks.ts';
import { inCreationOrder } from './creation-order.ts';
import { apiId } from './deployed-properties.ts';
import { clientOptions, DeployedStack, readTemplateFile } from './deployed-stack.ts';
import { account, type Emulator, emulators, region, startEmulator } from './emulator.ts';
import { checkGaps } from './emulator-gaps.ts';
import { runInProject } from './project-command.ts';
import { compareWithTemplate } from './property-comparison.ts';
import { acceptStack } from './stack/accept.ts';
import { StackAccount } from './stack/account.ts';
import { lintTemplate } from './template-lint.ts';

/**
 * Deploys the service to programs that stand in for AWS, looks whether all of it arrives, calls it where the program runs
 * functions, and removes it again. The programs are moto and MiniStack, which nobody here wrote, from PyPI; what they
 * leave out is listed in `emulator.ts`, and printed. Exits 1 when something came out otherwise than expected.
 *
 *     npm run suite -- verify:deploy [moto]
 *
 * Needs Python 3.10 and what `npm run deploy` needs. Takes about three minutes.
 */

const checks = new Checks();
const folder = mkdtempSync(join(tmpdir(), 'file-conversion-deploy-'));

async function deployTo(emulator: Emulator): Promise<void> {
  console.log(`\n${emulator.name}`);
  const own = join(folder, emulator.name.replaceAll(/\W/g, '-'));
  mkdirSync(own);
  await using running = await startEmulator(emulator, own);
  const { endpoint, environment } = running;
  const output = join(own, 'cdk.out');
  const templateFile = join(output, `${stackName}.template.json`);
  for (const { setting, reason } of emulator.settings) {
    checks.skip(`${emulator.name} gets the stack with ${setting}: ${reason}`);
  }
  const options = ['--output', output, ...emulator.settings.flatMap(({ setting }) => ['-c', setting])];
  await runInProject('npm', ['run', 'synth', '--', ...options], environment);
  await checks.that('npm run bootstrap', () =>
    runInProject('npm', ['run', 'bootstrap', '--', `aws://${account}/${region}`, ...options], environment),
  );

  let deployed;
  if (emulator.ordersResources) {
    deployed = await checks.that('npm run deploy', () =>
      runInProject('npm', ['run', 'deploy', '--', ...options], environment),
    );
  } else {
    const template = await readTemplateFile(templateFile);
    const ordered = { ...template, Resources: inCreationOrder(template.Resources) };
    // moto looks for what only other integrations have, and otherwise fails at every question about the stack.
    const more = '"IntegrationHttpMethod":"POST","Uri":"mock"';
    const text = JSON.stringify(ordered).replaceAll('"Type":"MOCK"', `"Type":"MOCK",${more}`);
    writeFileSync(templateFile, text);
    deployed = await checks.that('cdk deploy, with the resources of the template put in order', () =>
      runInProject('cdk', ['deploy', '--require-approval', 'never', '--app', output], environment),
    );
  }
  if (deployed === undefined) return;

  const stack = await DeployedStack.read(stackName, templateFile, endpoint);
  await checkGaps(emulator, await compareWithTemplate(stack), checks);
  await checkAssets(stack, output, checks);
  await checkRoutes(stack, checks);
  await checks.that('the parameters have their defaults', () => {
    const { Parameters = [] } = stack.description;
    const found = Object.fromEntries(
      Parameters.map(({ ParameterKey = '', ParameterValue = '' }) => [ParameterKey, ParameterValue]),
    );
    for (const [name, { Default }] of Object.entries(stack.template.Parameters)) {
      if (name !== 'BootstrapVersion' && found[name] !== String(Default)) {
        throw new Error(`${name} is ${String(found[name])} instead of ${String(Default)}`);
      }
    }
  });

  if (emulator.runsFunctions) {
    const key = await checks.that('npm run keys -- create', async () => {
      const args = ['create', '--plan', 'business', '--name', 'Verification', '--stack', stackName, '--json'];
      const response = await runInProject('npm', ['run', '--silent', 'keys', '--', ...args], environment);
      return JSON.parse(response) as { keyId: string; key: string };
    });
    if (key) {
      const hash = await keyIsKnown(stack, key, checks);
      const deployedAccount = await StackAccount.open(stackName, clientOptions(endpoint));
      await acceptStack(
        {
          baseUrl: `${endpoint}/restapis/${apiId(stack)}/prod/_user_request_`,
          key: key.key,
          // MiniStack takes the plan's key from this header, where API Gateway takes it from the authorizer.
          headers: { 'x-api-key': hash },
          account: deployedAccount,
          outputs: stack.outputs,
          logs: await deployedAccount.logs(),
        },
        emulator.lacks,
        checks,
      );
    }
  }

  if (emulator.gaps['AWS::S3::Bucket']?.includes('Tags')) await tagBuckets(stack);
  await checks.that('npm run destroy', () =>
    emulator.ordersResources
      ? runInProject('npm', ['run', 'destroy', '--', '--force', ...options], environment)
      : runInProject('cdk', ['destroy', '--force', '--app', output], environment),
  );
  const left = await leftovers(endpoint);
  await checks.that(`destroy leaves what is said of ${emulator.name}`, () => {
    const unexpected = left.filter((each) => !emulator.leaves.some((pattern) => pattern.test(each)));
    if (unexpected.length > 0) throw new Error(`There is still ${unexpected.join(', ')}`);
  });
  console.log(`  left   ${left.length === 0 ? 'nothing' : left.join(', ')}`);
}

/** Gives buckets the tags that the emulator lost: CDK's function empties none without the one that allows it. */
async function tagBuckets(stack: DeployedStack): Promise<void> {
  for (const [id, { Properties = {} }] of stack.ofType('AWS::S3::Bucket')) {
    const TagSet = Properties['Tags'] as Tag[];
    await stack.clients.s3.send(
      new PutBucketTaggingCommand({ Bucket: stack.physicalId(id), Tagging: { TagSet } }),
    );
  }
}

const [wanted = ''] = process.argv.slice(2);
try {
  const output = join(folder, 'lint');
  await runInProject('npm', ['run', 'synth', '--', '--output', output]);
  await lintTemplate(join(output, `${stackName}.template.json`), checks);
  for (const emulator of emulators) {
    if (emulator.name.toLowerCase().includes(wanted.toLowerCase())) await deployTo(emulator);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(checks.finish() ? 0 : 1);
