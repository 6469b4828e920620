import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PrivateApt } from './apt.ts';
import type { IndexedPackage } from './control.ts';
import { updateLockCommand } from './lock.ts';
import type { DebianTools } from './tools.ts';

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Downloaded packages, each stored under its SHA-256 and used only after its hash has been verified. */
export class PackageArchive {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The path of a package, whether or not it is stored. */
  path({ sha256: hash }: IndexedPackage): string {
    return join(this.#folder, `${hash}.deb`);
  }

  /** The members of `packages` that are not stored; a stored file with wrong content counts as absent. */
  async absent(packages: readonly IndexedPackage[]): Promise<IndexedPackage[]> {
    const absent: IndexedPackage[] = [];
    for (const one of packages) {
      const file = this.path(one);
      const size = await stat(file).then(
        (found) => found.size,
        () => -1,
      );
      if (size !== one.size || (await sha256(file)) !== one.sha256) absent.push(one);
    }
    return absent;
  }

  /** Downloads `packages` and verifies the hash of each. */
  async fetch(packages: readonly IndexedPackage[], apt: PrivateApt): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const arrivals = await mkdtemp(join(this.#folder, 'arriving-'));
    try {
      await apt.download(packages, arrivals);
      const arrived = new Map<string, string>();
      for (const name of await readdir(arrivals)) {
        arrived.set(await sha256(join(arrivals, name)), join(arrivals, name));
      }
      for (const one of packages) {
        const file = arrived.get(one.sha256);
        if (file === undefined) {
          throw new Error(
            `${one.name} ${one.version} arrived without the SHA-256 of the lock (${one.sha256}). ` +
              `If the package was rightly replaced: ${updateLockCommand}`,
          );
        }
        await rename(file, this.path(one));
      }
    } finally {
      await rm(arrivals, { recursive: true, force: true });
    }
  }

  /** Unpacks each package into a folder with its name below `target`. */
  async unpack(packages: readonly IndexedPackage[], target: string, tools: DebianTools): Promise<void> {
    await mkdir(target, { recursive: true });
    const pairs = packages.flatMap((one) => [this.path(one), join(target, one.name)]);
    await tools.run('xargs', ['-0', '-n', '2', '-P', '4', 'dpkg-deb', '--extract'], {
      input: pairs.join('\0'),
    });
  }
}
