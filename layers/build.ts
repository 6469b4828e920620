import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PrivateApt } from './debian/apt.ts';
import { PackageArchive } from './debian/archive.ts';
import { readLock } from './debian/lock.ts';
import { findDebianTools } from './debian/tools.ts';
import { cacheFolder, lockFile } from './folders.ts';
import type { Layer } from './layer.ts';
import { buildLayer, isBuilt, layerKey, megabytes } from './layer-build.ts';
import { layers } from './recipes.ts';
import { checkUnzippedSize, functionAllowance, unzippedLimit } from './size-limit.ts';

/**
 * Builds the layers that are missing or out of date; gives their names.
 * Throws where the machine can build none, with both ways to get one that can.
 */
export async function buildLayers(wanted: readonly Layer[] = layers): Promise<string[]> {
  const lock = await readLock(lockFile);
  const stale: Layer[] = [];
  for (const layer of wanted) if (!(await isBuilt(layer, await layerKey(layer, lock)))) stale.push(layer);
  if (stale.length === 0) return [];

  await mkdir(cacheFolder, { recursive: true });
  const tools = await findDebianTools(cacheFolder);
  const archive = new PackageArchive(join(cacheFolder, 'packages'));
  let apt: Promise<PrivateApt> | undefined;
  const openApt = (): Promise<PrivateApt> => (apt ??= PrivateApt.open(tools, join(cacheFolder, 'apt'), lock));
  console.log(
    `Building ${stale.map(({ name }) => name).join(' and ')} with the Debian tools of ${tools.place}.`,
  );
  for (const layer of stale) {
    const start = performance.now();
    await buildLayer(layer, lock, { archive, tools, openApt }, (line) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${layer.name} ${seconds.padStart(6)} s  ${line}`);
    });
  }
  return stale.map(({ name }) => name);
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !layers.some((layer) => layer.name === name));
  if (unknown.length > 0) throw new Error(`There is no layer ${unknown.join(', ')}.`);
  const built = await buildLayers(layers.filter(({ name }) => names.length === 0 || names.includes(name)));
  if (built.length === 0) console.log('All layers are up to date.');
  if (names.length === 0) {
    const sizes = await checkUnzippedSize();
    const rest = sizes.layers.map(({ name, size }) => `${name} ${megabytes(size)}`).join(' + ');
    console.log(
      `Together: ${rest} + function ${megabytes(functionAllowance)} = ${megabytes(sizes.total)} ` +
        `of Lambda's ${megabytes(unzippedLimit)}.`,
    );
  }
}
