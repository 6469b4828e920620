import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { freePort } from '../../cdk/container-access.ts';
import { startLocalRun } from '../support/local-run.ts';
import { startSite } from '../support/site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: LocalStackFile;
    stateDirectory: string;
    /** Of the site that pages and webhooks may reach. */
    siteUrl: string;
    /** The host and port of the server that deliveries may reach. */
    dropHost: string;
  }
}

/** One local run for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-'));
  const site = await startSite();
  const dropHost = `127.0.0.2:${await freePort('127.0.0.2')}`;
  const run = await startLocalRun(
    stateDirectory,
    '--parameter',
    `AllowedPrivateHosts=${new URL(site.url).host},${dropHost}`,
    '--parameter',
    'WebhookPauseSeconds=1,2,1',
  );
  project.provide('stack', run.stack);
  project.provide('stateDirectory', stateDirectory);
  project.provide('siteUrl', site.url);
  project.provide('dropHost', dropHost);
  return async () => {
    await run.stop();
    await site.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  };
}
