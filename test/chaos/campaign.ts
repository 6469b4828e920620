import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from '#lib/jobs/job.ts';
import { templateFile } from '../../cdk/build.ts';
import type { StoreName } from 'local-stack';
import { openKeyAdmin } from '../../cdk/stack-access.ts';
import { Random } from '../fuzz/mutations.ts';
import { audit, type Deviation } from './audit.ts';
import { FaultProxy } from './fault-proxy.ts';
import { FreeKey } from './free-key.ts';
import { DropReceiver } from './drop-receiver.ts';
import { HookReceiver } from './hook-receiver.ts';
import { Journal } from './journal.ts';
import { leftFolders, leftProcesses } from './left-behind.ts';
import { NoisyKey } from './noisy-key.ts';
import { Saboteur } from './saboteur.ts';
import { ServiceRun } from './service-run.ts';
import { shortTimes, writeShortTemplate } from './short-times.ts';
import { jobsOf, StoredState } from './stored-state.ts';
import { Traffic } from './traffic.ts';

export interface CampaignOptions {
  minutes: number;
  seed: number;
  clients: number;
  /** Scratch, for the stores' state among others. */
  folder: string;
}

/** What a campaign did, and what came of it. */
export interface Campaign extends CampaignOptions {
  /** Seconds until nothing was open any more; undefined where that did not come. */
  settledAfter: number | undefined;
  traffic: Traffic;
  saboteur: Saboteur;
  proxies: Readonly<Record<StoreName, FaultProxy>>;
  hooks: HookReceiver;
  drops: DropReceiver;
  free: FreeKey;
  jobs: readonly Job[];
  objects: readonly string[];
  journal: Journal;
  deviations: readonly Deviation[];
}

/** Up to that many minutes a run is a short one, with shorter times. */
const shortMinutes = 2;
const tempos = {
  long: { pauses: [1500, 6000], engineHang: 60_000, share: 1 },
  short: { pauses: [500, 2500], engineHang: 30_000, share: 0.3 },
} as const;

/** How long what is left may take once nothing is done any more: leases and redeliveries, several times over. */
const settleMinutes = 12;
/** More attempts than a receiver fails in its bad moments. */
const hookPauses = '1,1,2,2,3,3,4,4,5,5,5,5,5,5,5';

const storeNames = ['dynamodb', 'sqs', 's3', 'lambda'] as const;

/** Lets clients work while the service is being harmed, waits until it has come to rest, and audits it. */
export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { minutes, seed, clients, folder } = options;
  const length = minutes <= shortMinutes ? 'short' : 'long';
  await using cleanUp = new AsyncDisposableStack();
  const journal = new Journal();
  let streams = 0;
  // One generator each, so that they do not influence each other.
  const random = (): Random => new Random(seed * 1000 + (streams += 1));

  const proxies = ofStores((name) => new FaultProxy(name, random(), journal));
  const addresses = ofStores(() => '');
  for (const name of storeNames) {
    addresses[name] = await proxies[name].listen();
    cleanUp.defer(() => proxies[name].close());
  }
  let secret = '';
  const hooks = new HookReceiver(() => secret, random(), journal);
  const hookUrl = await hooks.listen();
  cleanUp.defer(() => hooks.close());
  const drops = new DropReceiver(random());
  const dropUrl = await drops.listen();
  cleanUp.defer(() => drops.close());
  const { shortTemplate, bucket } = writeShortTemplate(templateFile, folder, shortTimes[length]);
  const run = await ServiceRun.start(
    {
      templateFile: shortTemplate,
      stateDirectory: join(folder, 's'),
      port: 0,
      parameters: {
        OfficeConcurrency: '2',
        MaxJobWaitSeconds: '5',
        AllowedPrivateHosts: `${new URL(hookUrl).host},${new URL(dropUrl).host}`,
        WebhookPauseSeconds: hookPauses,
      },
      proxies: addresses,
    },
    journal,
    (store, endpoint) => proxies[store].leadTo(endpoint),
  );
  cleanUp.defer(() => run.stop());

  const { access } = run;
  const admin = openKeyAdmin({ outputs: access.outputs, local: access });
  const { key, webhookSecret } = await admin.create({ plan: 'business', name: 'Chaos' });
  secret = webhookSecret;
  const free = new FreeKey((await admin.create({ plan: 'free', name: 'Chaos, free' })).key);
  const noisy = new NoisyKey((await admin.create({ plan: 'business', name: 'Chaos, noisy' })).key);
  const baseUrl = access.baseUrl;
  const saboteur = new Saboteur(run, proxies, tempos[length], random(), journal);
  const traffic = new Traffic({
    baseUrl,
    key,
    hookUrl: `${hookUrl}/hook`,
    dropUrl,
    journal,
  });
  const end = Date.now() + minutes * 60_000;
  const isOver = (): boolean => Date.now() > end;
  await Promise.all([
    saboteur.work(isOver),
    free.hammer(baseUrl, isOver),
    noisy.flood(baseUrl, random(), isOver),
    ...Array.from({ length: clients }, (_, index) => traffic.client(`c${index}`, random(), isOver)),
  ]);
  hooks.isSteady = true;
  for (const name of storeNames) await proxies[name].settled();

  const store = new StoredState(run.access);
  const settledAfter = await settle(store);
  const items = await store.items();
  const jobs = jobsOf(items);
  const objects = await store.objects(bucket);
  const messages = await store.messages();
  const deviations: Deviation[] = [
    ...(await audit({ traffic, hooks, drops, baseUrl, key, items, jobs, objects })),
    ...free.faults().map((what) => ({ what })),
    ...noisy.faults(jobs).map((what) => ({ what })),
    ...[...messages]
      .filter(([, count]) => count > 0)
      .map(([queue, count]) => ({ what: `queue ${queue} still holds ${count} messages` })),
    ...leftFolders(run).map((what) => ({ what })),
  ];
  await run.stop();
  deviations.push(...leftProcesses(folder).map((what) => ({ what })));
  return {
    ...options,
    settledAfter,
    traffic,
    saboteur,
    proxies,
    hooks,
    drops,
    free,
    jobs,
    objects,
    journal,
    deviations,
  };
}

const ofStores = <T>(make: (name: StoreName) => T): Record<StoreName, T> => ({
  dynamodb: make('dynamodb'),
  sqs: make('sqs'),
  s3: make('s3'),
  lambda: make('lambda'),
});

/**
 * Waits until no job is open, no webhook is outstanding and no message is left.
 *
 * @returns the seconds that it took; undefined after a timeout
 */
async function settle(store: StoredState): Promise<number | undefined> {
  const start = Date.now();
  while (Date.now() - start < settleMinutes * 60_000) {
    const open = jobsOf(await store.items()).filter(
      ({ status, webhook }) =>
        !isTerminal(status) || (status !== 'canceled' && webhook !== undefined && !webhook.deliveredAt),
    );
    const messages = [...(await store.messages()).values()].reduce((sum, count) => sum + count, 0);
    if (open.length + messages === 0) return (Date.now() - start) / 1000;
    await sleep(2000);
  }
  return undefined;
}
