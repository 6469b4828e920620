import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PrivateApt } from './debian/apt.ts';
import { PackageArchive } from './debian/archive.ts';
import { assembleFromPackages, fetchPackages } from './debian/assemble.ts';
import { lockedJars, lockedPackages, type PackageLock, readLock } from './debian/lock.ts';
import { recordPackages } from './debian/package-record.ts';
import { findDebianTools } from './debian/tools.ts';
import { cacheFolder, lockFile } from './folders.ts';
import { replaceOwnFonts } from './fonts/own-fonts.ts';
import type { DebianLayer, Layer, NpmLayer, Progress } from './layer.ts';
import { buildLayer, isBuilt, layerKey, megabytes } from './layer-build.ts';
import { LayerTree } from './layer-tree.ts';
import { PinnedJars } from './maven/jar-sources.ts';
import { installedPackage } from './npm/installed-package.ts';
import { layers } from './recipes.ts';
import { checkUnzippedSize, functionAllowance, unzippedLimit } from './size-limit.ts';

/**
 * Builds the layers that are missing or out of date.
 *
 * @returns their names
 * @throws Error when the machine cannot build a layer; the message names machines that can
 */
export async function buildLayers(wanted: readonly Layer[] = layers): Promise<string[]> {
  const built = await buildDebianLayers(wanted.filter((layer) => layer.from === 'debian'));
  for (const layer of wanted) {
    if (layer.from === 'npm' && (await buildNpmLayer(layer))) built.push(layer.name);
  }
  return built;
}

/** Prints each line with the layer's name and the time since this call. */
function startProgress(layer: Layer): Progress {
  const start = performance.now();
  return (line) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${layer.name} ${seconds.padStart(6)} s  ${line}`);
  };
}

/** The packages and libraries of a layer, as JSON. */
const pinsOf = (lock: PackageLock, { name }: Layer): string =>
  JSON.stringify([lockedPackages(lock, name), lockedJars(lock, name)]);

async function buildDebianLayers(wanted: readonly DebianLayer[]): Promise<string[]> {
  const lock = await readLock(lockFile);
  const stale: { layer: DebianLayer; key: string }[] = [];
  for (const layer of wanted) {
    const key = await layerKey(layer, pinsOf(lock, layer));
    if (!(await isBuilt(layer, key))) stale.push({ layer, key });
  }
  if (stale.length === 0) return [];

  await mkdir(cacheFolder, { recursive: true });
  const tools = await findDebianTools(cacheFolder);
  const archive = new PackageArchive(join(cacheFolder, 'packages'));
  let apt: Promise<PrivateApt> | undefined;
  const openApt = (): Promise<PrivateApt> => (apt ??= PrivateApt.open(tools, join(cacheFolder, 'apt'), lock));
  const names = stale.map(({ layer }) => layer.name);
  console.log(`Building ${names.join(' and ')} with the Debian tools of ${tools.place}.`);
  for (const { layer, key } of stale) {
    const progress = startProgress(layer);
    const packages = await fetchPackages(archive, lockedPackages(lock, layer.name), openApt, progress);
    const assemble = async (target: string): Promise<void> => {
      const jars = new PinnedJars(lockedJars(lock, layer.name));
      await assembleFromPackages(layer, packages, target, { archive, tools, openApt, jars }, progress);
      await recordPackages(layer.name, packages);
    };
    await buildLayer(layer, key, assemble, progress);
  }
  return names;
}

async function buildNpmLayer(layer: NpmLayer): Promise<boolean> {
  const { folder, version, integrity } = await installedPackage(layer.package);
  const key = await layerKey(layer, JSON.stringify({ name: layer.package, version, integrity }));
  if (await isBuilt(layer, key)) return false;
  console.log(`Building ${layer.name} from ${layer.package} ${version}.`);
  const progress = startProgress(layer);
  await buildLayer(layer, key, (target) => layer.assemble(folder, new LayerTree(target), progress), progress);
  return true;
}

if (import.meta.main) {
  const { positionals: names, values } = parseArgs({
    allowPositionals: true,
    options: { with: { type: 'string' } },
  });
  if (values.with !== undefined) {
    if (!names.includes('fonts'))
      throw new Error('Only the fonts layer takes --with: npm run layers -- fonts --with DIR');
    const own = await replaceOwnFonts(values.with);
    console.log(
      own.length === 0 ? 'The fonts layer has no fonts of your own.' : `Fonts of your own: ${own.length}.`,
    );
  }
  const unknown = names.filter((name) => !layers.some((layer) => layer.name === name));
  if (unknown.length > 0) throw new Error(`No layer ${unknown.join(', ')} exists.`);
  const built = await buildLayers(layers.filter(({ name }) => names.length === 0 || names.includes(name)));
  if (built.length === 0) console.log('All layers are up to date.');
  if (names.length === 0 || values.with !== undefined) {
    for (const sum of await checkUnzippedSize()) {
      const rest = sum.layers.map(({ name, size }) => `${name} ${megabytes(size)}`).join(' + ');
      console.log(
        `Together: ${rest} + function ${megabytes(functionAllowance)} = ${megabytes(sum.total)} ` +
          `of Lambda's ${megabytes(unzippedLimit)}.`,
      );
    }
  }
}
