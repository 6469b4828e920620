import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateApt } from './apt.ts';
import type { IndexedPackage } from './control.ts';
import { FileArchive, sha256Of } from './file-archive.ts';
import { updateLockCommand } from './lock.ts';
import type { DebianTools } from './tools.ts';

/** Downloaded packages. */
export class PackageArchive extends FileArchive<IndexedPackage> {
  constructor(folder: string) {
    super(folder, '.deb');
  }

  /** Downloads `packages` and verifies the hash of each. */
  async fetch(packages: readonly IndexedPackage[], apt: PrivateApt): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const arrivals = await mkdtemp(join(this.folder, 'arriving-'));
    try {
      await apt.download(packages, arrivals);
      const arrived = new Map<string, string>();
      for (const name of await readdir(arrivals)) {
        arrived.set(await sha256Of(join(arrivals, name)), join(arrivals, name));
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
