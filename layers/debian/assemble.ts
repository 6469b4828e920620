import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../folders.ts';
import { megabytes } from '../layer-build.ts';
import type { DebianLayer, Progress } from '../layer.ts';
import type { PrivateApt } from './apt.ts';
import type { PackageArchive } from './archive.ts';
import type { IndexedPackage } from './control.ts';
import { PackageFiles } from './package-files.ts';
import { PackageTree } from './package-tree.ts';
import type { DebianTools } from './tools.ts';

/** Downloads the packages missing from the archive; apt is set up only if one is missing. */
export async function fetchPackages(
  archive: PackageArchive,
  packages: readonly IndexedPackage[],
  openApt: () => Promise<PrivateApt>,
  progress: Progress,
): Promise<void> {
  const absent = await archive.absent(packages);
  if (absent.length === 0) return;
  const size = absent.reduce((sum, one) => sum + one.size, 0);
  progress(`downloading ${String(absent.length)} packages, ${megabytes(size)}`);
  await archive.fetch(absent, await openApt());
}

/**
 * Unpacks packages and builds a layer's tree from them in `target`.
 *
 * @returns the names of the packages that were used
 */
export async function assembleFromPackages(
  layer: DebianLayer,
  packages: readonly IndexedPackage[],
  target: string,
  from: { archive: PackageArchive; tools: DebianTools },
  progress: Progress,
): Promise<readonly string[]> {
  const unpacked = await mkdtemp(join(cacheFolder, 'unpacked-'));
  try {
    await from.archive.unpack(packages, unpacked, from.tools);
    progress(`unpacked ${String(packages.length)} packages`);
    const names = packages.map(({ name }) => name);
    const files = await PackageFiles.read(unpacked, names);
    await layer.assemble(files, new PackageTree(target, files), progress);
    return files.usedPackages;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}
