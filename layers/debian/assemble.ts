import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildKit, type BuildSources } from '../build-kit.ts';
import { cacheFolder } from '../folders.ts';
import { megabytes } from '../layer-build.ts';
import type { DebianLayer, Progress } from '../layer.ts';
import type { PrivateApt } from './apt.ts';
import type { PackageArchive } from './archive.ts';
import type { IndexedPackage } from './control.ts';
import { findReplacements } from './lock.ts';
import { PackageFiles } from './package-files.ts';
import { PackageTree } from './package-tree.ts';

/**
 * Downloads the packages missing from the archive; apt is set up only if one is missing. A pinned version that left the
 * mirrors is replaced by the current one, whose hash apt checks against Debian's signed index.
 *
 * @returns the packages to build from
 */
export async function fetchPackages(
  archive: PackageArchive,
  pinned: readonly IndexedPackage[],
  openApt: () => Promise<PrivateApt>,
  progress: Progress,
): Promise<readonly IndexedPackage[]> {
  if ((await archive.absent(pinned)).length === 0) return pinned;
  const apt = await openApt();
  const replacements = findReplacements(pinned, await apt.available(pinned.map(({ name }) => name)));
  const current = new Map(replacements.map((one) => [one.pinned, one.current]));
  const packages = pinned.map((one) => current.get(one) ?? one);
  for (const {
    pinned: { name, version },
    current: { version: newer },
  } of replacements) {
    progress(`${name} ${version} left the mirrors: using ${newer}`);
  }
  const absent = await archive.absent(packages);
  progress(
    `downloading ${String(absent.length)} packages, ${megabytes(absent.reduce((sum, one) => sum + one.size, 0))}`,
  );
  await archive.fetch(absent, apt);
  return packages;
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
  from: BuildSources,
  progress: Progress,
): Promise<readonly string[]> {
  const unpacked = await mkdtemp(join(cacheFolder, 'unpacked-'));
  try {
    await from.archive.unpack(packages, unpacked, from.tools);
    progress(`unpacked ${String(packages.length)} packages`);
    const names = packages.map(({ name }) => name);
    const files = await PackageFiles.read(unpacked, names);
    await layer.assemble(files, new PackageTree(target, files), progress, new BuildKit(from, unpacked));
    return files.usedPackages;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}
