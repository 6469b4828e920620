import { join } from 'node:path';
import { stateFolder } from '../../../cdk/local-state.ts';
import { findStack, UsageError } from '../../../cdk/operator-command.ts';
import { stackName } from '../../../cdk/project.ts';
import { openKeyAdmin } from '../../../cdk/stack-access.ts';
import { StackAccount } from './account.ts';
import { CallTimes } from './call-times.ts';
import { readFigures } from './function-figures.ts';
import type { FunctionLogs } from './function-logs.ts';
import { isLocalAddress } from './local-address.ts';
import { LocalLog } from './local-log.ts';
import { Target, type TargetOptions } from './target.ts';

export interface TargetChoice {
  baseUrl?: string | undefined;
  key?: string | undefined;
  freeKey?: string | undefined;
  stack?: string | undefined;
  local?: boolean | undefined;
  log?: string | undefined;
}

/** A target, and how the report describes it. */
export interface OpenTarget extends AsyncDisposable {
  target: Target;
  description: string;
  isAws: boolean;
}

type Further = Pick<TargetOptions, 'pageUrl' | 'webhookUrl' | 'webhookSecret' | 'inbox'>;

/** Milliseconds after which the keys of a run that was killed expire. */
const keyLifetime = 60 * 60 * 1000;

/**
 * Opens the stack at a URL, the local run, or a stack in the account of the credentials.
 *
 * @throws UsageError for options that do not fit together; Error of AWS
 */
export async function openTarget(choice: TargetChoice, further: Further): Promise<OpenTarget> {
  return choice.baseUrl === undefined ? openStack(choice, further) : openUrl(choice, further, choice.baseUrl);
}

function openUrl(
  { key, freeKey, log, stack, local }: TargetChoice,
  further: Further,
  url: string,
): OpenTarget {
  if (stack !== undefined || local) throw new UsageError('--base-url excludes --stack and --local.');
  if (key === undefined) throw new UsageError('--base-url needs --key: a Business key.');
  if (!URL.canParse(url)) throw new UsageError('--base-url must be a URL.');
  const logs = log === undefined ? undefined : new LocalLog(log);
  const options = { ...further, ...observed(logs), baseUrl: url.replace(/\/$/, ''), key, freeKey };
  return {
    target: new Target(options),
    description: 'A stack by its URL',
    isAws: !isLocalAddress(url),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function openStack(choice: TargetChoice, further: Further): Promise<OpenTarget> {
  const access = await findStack('Acceptance', choice);
  const name = choice.stack ?? stackName;
  const account = access.local ? undefined : await StackAccount.open(name);
  const logs = account ? await account.logs() : new LocalLog(choice.log ?? join(stateFolder(), 'run.log'));
  const keys = await temporaryKeys(choice, () => openKeyAdmin(access));
  const baseUrl = (access.outputs['BaseUrl'] ?? '').replace(/\/$/, '');
  const common = {
    ...further,
    ...observed(logs),
    ...keys.options,
    baseUrl,
    account,
    outputs: access.outputs,
  };
  return {
    target: new Target(common),
    description: account ? `The stack ${name} on AWS` : 'The local run',
    isAws: account !== undefined,
    [Symbol.asyncDispose]: () => keys.revoke(),
  };
}

type TargetKeys = Pick<TargetOptions, 'key' | 'freeKey' | 'webhookSecret' | 'keysCreatedAt'>;

/** Creates a Business and a Free key, unless the operator gave a key. */
async function temporaryKeys(
  { key, freeKey }: TargetChoice,
  open: () => ReturnType<typeof openKeyAdmin>,
): Promise<{ options: Partial<TargetKeys> & { key: string }; revoke: () => Promise<void> }> {
  if (key !== undefined) return { options: { key, freeKey }, revoke: () => Promise.resolve() };
  const admin = open();
  const request = { name: 'Acceptance', expiresAt: new Date(Date.now() + keyLifetime) };
  const business = await admin.create({ ...request, plan: 'business' });
  const free = await admin.create({ ...request, plan: 'free' });
  return {
    options: {
      key: business.key,
      freeKey: free.key,
      webhookSecret: business.webhookSecret,
      keysCreatedAt: performance.now(),
    },
    revoke: async () => {
      for (const { keyId } of [business, free]) await admin.revoke(keyId);
    },
  };
}

/** What the report reads besides responses. */
function observed(logs: FunctionLogs | undefined): Pick<TargetOptions, 'logs' | 'figures' | 'times'> {
  const times = new CallTimes();
  if (!logs) return { times };
  const start = Date.now();
  let figures: ReturnType<typeof readFigures> | undefined;
  return { times, logs, figures: () => (figures ??= readFigures(logs, start)) };
}
