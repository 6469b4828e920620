import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivateApt } from './debian/apt.ts';
import { PackageArchive } from './debian/archive.ts';
import { assembleFromPackages, fetchPackages } from './debian/assemble.ts';
import { formatLock, parseLock, type PackageLock } from './debian/lock.ts';
import { findDebianTools } from './debian/tools.ts';
import { cacheFolder, lockFile } from './folders.ts';
import { NewestJars } from './maven/jar-sources.ts';
import { debianLayers } from './recipes.ts';

const release = { suite: 'trixie', architecture: 'amd64' } as const;

/** `name version` of every package and library of a lock, by layer. */
const versions = (lock: PackageLock | undefined): Map<string, string> =>
  new Map([
    ...Object.entries(lock?.layers ?? {}).flatMap(([layer, packages]) =>
      packages.map(({ name, version }) => [`${layer}: ${name}`, version] as const),
    ),
    ...Object.entries(lock?.jars ?? {}).flatMap(([layer, jars]) =>
      jars.map(({ group, artifact, version }) => [`${layer}: ${group}:${artifact}`, version] as const),
    ),
  ]);

/**
 * Writes a new `packages.lock.json`: the newest packages that the mirrors have, and of their dependencies only those
 * with a file in a layer, which building each layer once determines.
 *
 * @param names of the layers to update; none for all
 */
async function updateLock(names: readonly string[]): Promise<void> {
  const before = await readFile(lockFile, 'utf8').then(parseLock, () => undefined);
  const old = versions(before);
  await mkdir(cacheFolder, { recursive: true });
  const tools = await findDebianTools(cacheFolder);
  const archive = new PackageArchive(join(cacheFolder, 'packages'));
  console.log(`Asking the mirrors for Debian ${release.suite} with the tools of ${tools.place}.`);
  const apt = await PrivateApt.open(tools, join(cacheFolder, 'apt'), release);
  const lock: PackageLock = { ...release, layers: {}, jars: {}, ...(names.length > 0 && before) };
  for (const layer of debianLayers.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const progress = (line: string): void => console.log(`${layer.name}: ${line}`);
    const candidates = await apt.closure(layer.packages);
    progress(`${String(layer.packages.length)} packages need ${String(candidates.length)} in all`);
    await fetchPackages(archive, candidates, () => Promise.resolve(apt), progress);
    const trial = await mkdtemp(join(cacheFolder, 'trial-'));
    try {
      const jars = new NewestJars(layer.jars);
      const sources = { archive, tools, openApt: () => Promise.resolve(apt), jars };
      const used = new Set(await assembleFromPackages(layer, candidates, trial, sources, progress));
      if (layer.jars) lock.jars[layer.name] = [...jars.found];
      lock.layers[layer.name] = candidates.filter(({ name }) => used.has(name));
      progress(`${String(used.size)} packages are used`);
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
  }

  await writeFile(lockFile, formatLock(lock));
  const after = versions(lock);
  for (const [name, version] of after) {
    if (old.get(name) !== version) console.log(`${name} ${old.get(name) ?? '(new)'} -> ${version}`);
  }
  for (const [name, version] of old) if (!after.has(name)) console.log(`${name} ${version} -> (gone)`);
}

await updateLock(process.argv.slice(2));
