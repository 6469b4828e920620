import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { PrivateApt } from './debian/apt.ts';
import type { PackageArchive } from './debian/archive.ts';
import type { IndexedPackage } from './debian/control.ts';
import { lockedPackages, type PackageLock } from './debian/lock.ts';
import { PackageFiles } from './debian/package-files.ts';
import type { DebianTools } from './debian/tools.ts';
import { cacheFolder, layersFolder, outputFolder } from './folders.ts';
import type { Layer, Progress } from './layer.ts';
import { LayerTree, listTree, normaliseTree, replaceFolder, treeSize } from './layer-tree.ts';

/** For people: megabytes of 10⁶ bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Beside the layer's folder, since the folder holds exactly what unpacks to `/opt`. */
const stampFile = (layer: Layer): string => join(outputFolder, `${layer.name}.stamp`);

export const layerFolder = (layer: Layer): string => join(outputFolder, layer.name);

/** A hash of all that a layer is made from: its locked packages, its recipe, and the code that all layers share. */
export async function layerKey(layer: Layer, lock: PackageLock): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(lockedPackages(lock, layer.name)));
  const sources: string[] = [];
  for (const entry of await readdir(layersFolder, { recursive: true, withFileTypes: true })) {
    const path = relative(layersFolder, join(entry.parentPath, entry.name));
    const isShared = !path.includes(sep) || path.startsWith(`debian${sep}`);
    const isSource = /\.(ts|xcd|conf)$/.test(path) && (isShared || path.startsWith(`${layer.name}${sep}`));
    if (entry.isFile() && isSource) sources.push(path);
  }
  for (const path of sources.sort()) {
    hash.update(`${path}\0`).update(await readFile(join(layersFolder, path)));
  }
  return hash.digest('hex');
}

/** Whether the finished layer is there and made from what is here now. */
export async function isBuilt(layer: Layer, key: string): Promise<boolean> {
  const stamp = await readFile(stampFile(layer), 'utf8').catch(() => '');
  return stamp === key && (await readdir(layerFolder(layer)).catch(() => [])).length > 0;
}

/** Downloads what the archive lacks; apt is set up only if something is missing. */
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

/** Unpacks packages and makes a layer's tree from them in `target`; gives the names of those that were used. */
export async function assembleLayer(
  layer: Layer,
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
    await mkdir(target, { recursive: true });
    await layer.assemble(files, new LayerTree(target, files), progress);
    await normaliseTree(target, layer.executables);
    return files.usedPackages;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Builds one layer from its locked packages into `layers/.out/<name>`, in one step at the end. */
export async function buildLayer(
  layer: Layer,
  lock: PackageLock,
  from: { archive: PackageArchive; tools: DebianTools; openApt: () => Promise<PrivateApt> },
  progress: Progress,
): Promise<void> {
  const packages = lockedPackages(lock, layer.name);
  await mkdir(outputFolder, { recursive: true });
  await fetchPackages(from.archive, packages, from.openApt, progress);
  const finished = await mkdtemp(join(outputFolder, `${layer.name}.new-`));
  try {
    await assembleLayer(layer, packages, finished, from, progress);
    await rm(stampFile(layer), { force: true });
    await replaceFolder(finished, layerFolder(layer));
    await writeFile(stampFile(layer), await layerKey(layer, lock));
  } finally {
    await rm(finished, { recursive: true, force: true });
  }
  progress(`done, ${megabytes(treeSize(await listTree(layerFolder(layer))))} unzipped`);
}
