import { usagePeriod, usageQuery } from '#lib/api/responses/usage-response.ts';
import { planNames } from '#lib/auth/plans.ts';
import {
  findStack,
  readCommandLine,
  runCommand,
  stackOptions,
  stackUsage,
  UsageError,
} from './operator-command.ts';
import { openKeyAdmin, openUsage, type StackAccess } from './stack-access.ts';
import { isUsable } from '#lib/auth/key-record.ts';

const usage = `Administers API keys.

  npm run keys -- create --plan ${planNames.join('|')} --name "…" [--expires 2027-12-31]
  npm run keys -- list
  npm run keys -- revoke <keyId>
  npm run keys -- rotate <keyId>
  npm run keys -- usage [keyId] [--from 2026-11-01] [--to 2026-11-30]

${stackUsage}
        --json             print JSON`;

const options = {
  plan: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  ...stackOptions,
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(options, usage);
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
    if (!values.name?.trim()) throw new UsageError('--name is required: a name for the holder of the key.');
    const expiresAt = values.expires === undefined ? undefined : new Date(values.expires);
    if (expiresAt && !(expiresAt > new Date()))
      throw new UsageError('--expires must be a date in the future.');
    const admin = openKeyAdmin(await findStack('Keys', values));
    print(await admin.create({ plan, name: values.name.trim(), ...(expiresAt ? { expiresAt } : {}) }));
    console.error('Store the key and the secret now. They are not shown again.');
  } else if (command === 'list' && keyId === undefined) {
    const keys = await openKeyAdmin(await findStack('Keys', values)).list();
    const now = new Date();
    const rows = keys.map(({ hash, gatewayKeyId: _gateway, ...key }) => ({
      ...key,
      status: key.revokedAt ? 'revoked' : isUsable({ ...key, hash }, now) ? 'active' : 'expired',
    }));
    if (values.json) console.log(JSON.stringify(rows, null, 2));
    else console.table(rows, ['keyId', 'plan', 'name', 'status', 'createdAt', 'expiresAt', 'revokedAt']);
  } else if (command === 'revoke' && keyId !== undefined) {
    const revoked = await openKeyAdmin(await findStack('Keys', values)).revoke(keyId);
    if (!revoked) throw new UsageError(`No active key ${keyId} exists. List keys with: npm run keys -- list`);
    console.log(`${keyId} is revoked. It stops working within a minute.`);
  } else if (command === 'rotate' && keyId !== undefined) {
    const rotated = await openKeyAdmin(await findStack('Keys', values)).rotate(keyId);
    if (!rotated) throw new UsageError(`No active key ${keyId} exists. List keys with: npm run keys -- list`);
    const { plan, name } = rotated.record;
    print({ keyId, key: rotated.key, plan, name });
    console.error('The old key stops working within a minute.');
  } else if (command === 'usage') {
    const rows = await usageRows(await findStack('Usage', values), values, keyId);
    if (values.json) console.log(JSON.stringify(rows, null, 2));
    else console.table(rows);
  } else {
    throw new UsageError(usage);
  }
}

/** The usage of keys, with one row for each key, UTC day and operation. */
async function usageRows(stack: StackAccess, query: { from?: string; to?: string }, keyId?: string) {
  const period = usageQuery.safeParse({ from: query.from, to: query.to });
  if (!period.success) throw new UsageError('--from and --to must be dates such as 2026-11-22.');
  const { from, to } = usagePeriod(period.data);
  const keys = await openKeyAdmin(stack).list();
  // A rotated key has several records.
  const names = new Map(keys.map((key) => [key.keyId, key.name]));
  if (keyId !== undefined && !names.has(keyId)) throw new UsageError(`No key ${keyId} exists.`);
  const usageOf = openUsage(stack);
  const rows = [];
  for (const [id, name] of keyId === undefined ? names : [[keyId, names.get(keyId)] as const]) {
    for (const { date, operations } of await usageOf.read(id, from, to)) {
      for (const [operation, counted] of Object.entries(operations)) {
        rows.push({ keyId: id, name, date, operation, ...counted });
      }
    }
  }
  return rows;
}

const lines = (value: object): string =>
  Object.entries(value)
    .map(([name, text]) => `${name.padEnd(14)} ${String(text)}`)
    .join('\n');

await runCommand(main);
