import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretFolder } from './addresses.ts';
import type { Attack } from './attack.ts';
import { CanaryServers } from './canary-servers.ts';
import { startDns } from './dns-server.ts';
import { layNetwork } from './namespace.ts';
import { PublicSite } from './public-site.ts';
import { secretBodies, secretText } from './secret.ts';

/** The namespace with everything in it: files that are secret, networks, servers. */
export class Lab {
  /** For profiles and other files; removed with the namespace. */
  readonly folder: string;
  readonly #servers: CanaryServers;
  readonly #site: PublicSite;

  private constructor(folder: string, servers: CanaryServers, site: PublicSite) {
    this.folder = folder;
    this.#servers = servers;
    this.#site = site;
  }

  static async lay(attacks: readonly Attack[]): Promise<Lab> {
    const folder = layMachine();
    mountMemory(secretFolder);
    // The browser's processes could show it, had they been given the environment of this one.
    process.env['LAB_SECRET'] = secretText;
    for (const [extension, { body }] of Object.entries(secretBodies)) {
      writeFileSync(join(secretFolder, `secret.${extension}`), body);
    }
    const site = new PublicSite(attacks);
    const servers = await CanaryServers.start(site.response);
    await startDns();
    return new Lab(folder, servers, site);
  }

  /** What is reached during a piece of work, and shortly after it. */
  async watch<Result>(work: () => Promise<Result>): Promise<{ result: Result; hits: string[] }> {
    this.#servers.hits.length = 0;
    this.#site.reset();
    const result = await work();
    await sleep(20);
    return { result, hits: [...this.#servers.hits, ...this.#site.leaks] };
  }
}

/**
 * A machine of its own: a network and `/tmp`, both of this namespace.
 *
 * @param megabytes that `/tmp` can hold; as much as memory can if undefined
 * @returns a folder for whatever is written, gone with the namespace
 */
export function layMachine(megabytes?: number): string {
  mountMemory('/tmp', megabytes === undefined ? '' : `,size=${megabytes}m`);
  process.env['TMPDIR'] = '/tmp';
  const folder = '/tmp/lab';
  mkdirSync(folder);
  layNetwork(folder);
  return folder;
}

function mountMemory(folder: string, options = ''): void {
  const args = ['-t', 'tmpfs', '-o', `mode=1777${options}`, 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot mount a file system at ${folder}: ${stderr.trim()}`);
}
