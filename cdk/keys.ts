import { parseArgs } from 'node:util';
import { isUsable } from '../lib/auth/key-store.ts';
import { planNames } from '../lib/auth/plans.ts';
import { runningLocalStack } from './local-state.ts';
import { stackName } from './project.ts';
import { deployedStack, openKeyAdmin, type StackAccess } from './stack-access.ts';

const usage = `Administers API keys.

  npm run keys -- create --plan ${planNames.join('|')} --name "…" [--expires 2027-12-31]
  npm run keys -- list
  npm run keys -- revoke <keyId>
  npm run keys -- rotate <keyId>

Where:  --local            the local run (npm start), which is the default while it runs
        --stack <name>     a stack on AWS (default ${stackName}), with the SDK's usual AWS_PROFILE and AWS_REGION
        --json             prints JSON`;

/** What the command line asks for cannot be done; the message says what would be. */
class UsageError extends Error {}

const options = {
  plan: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  local: { type: 'boolean' },
  stack: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

async function findStack(local: boolean | undefined, stack: string | undefined): Promise<StackAccess> {
  if (local && stack) throw new UsageError('--local and --stack exclude each other.');
  const running = stack ? undefined : runningLocalStack();
  if (running) console.error('Keys of the local run:');
  else if (local) throw new UsageError('The local run is not running here; start it with npm start.');
  else console.error(`Keys of the stack ${stack ?? stackName} on AWS:`);
  return running ?? (await deployedStack(stack ?? stackName));
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const [command, keyId, ...rest] = positionals;
  if (values.help || !command) {
    console.log(usage);
    return;
  }
  if (rest.length > 0) throw new UsageError(usage);
  const print = (value: object): void =>
    console.log(values.json ? JSON.stringify(value, null, 2) : lines(value));

  if (command === 'create' && keyId === undefined) {
    const plan = planNames.find((name) => name === values.plan);
    if (!plan) throw new UsageError(`--plan must be one of ${planNames.join(', ')}.`);
    if (!values.name?.trim()) throw new UsageError('--name must say whose key it is.');
    const expiresAt = values.expires === undefined ? undefined : new Date(values.expires);
    if (expiresAt && !(expiresAt > new Date()))
      throw new UsageError('--expires must be a date in the future.');
    const admin = openKeyAdmin(await findStack(values.local, values.stack));
    print(await admin.create({ plan, name: values.name.trim(), ...(expiresAt ? { expiresAt } : {}) }));
    console.error('The key and the secret are shown this once; the service stores only a hash of the key.');
  } else if (command === 'list' && keyId === undefined) {
    const keys = await openKeyAdmin(await findStack(values.local, values.stack)).list();
    const now = new Date();
    const rows = keys.map(({ hash: _hash, gatewayKeyId: _gateway, ...key }) => ({
      ...key,
      status: key.revokedAt ? 'revoked' : isUsable({ ...key, hash: _hash }, now) ? 'active' : 'expired',
    }));
    if (values.json) console.log(JSON.stringify(rows, null, 2));
    else console.table(rows, ['keyId', 'plan', 'name', 'status', 'createdAt', 'expiresAt', 'revokedAt']);
  } else if (command === 'revoke' && keyId !== undefined) {
    const revoked = await openKeyAdmin(await findStack(values.local, values.stack)).revoke(keyId);
    if (!revoked) throw new UsageError(`There is no usable key ${keyId}; npm run keys -- list shows all.`);
    console.log(`${keyId} is revoked; it stops working within a minute.`);
  } else if (command === 'rotate' && keyId !== undefined) {
    const rotated = await openKeyAdmin(await findStack(values.local, values.stack)).rotate(keyId);
    if (!rotated) throw new UsageError(`There is no usable key ${keyId}; npm run keys -- list shows all.`);
    const { plan, name } = rotated.record;
    print({ keyId, key: rotated.key, plan, name });
    console.error('The old key stops working within a minute.');
  } else {
    throw new UsageError(usage);
  }
}

const lines = (value: object): string =>
  Object.entries(value)
    .map(([name, text]) => `${name.padEnd(14)} ${String(text)}`)
    .join('\n');

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : `Failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
