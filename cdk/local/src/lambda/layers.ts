import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Lays a function's layers over each other, as Lambda unpacks them into `/opt`: where two hold the same file, the
 * later one wins. What comes from one layer alone is a link to it, so nothing is copied; only directories that
 * several layers have are made anew.
 *
 * @param layers directories in the order of the function's `Layers`
 * @param folder made afresh; what it held before is removed
 * @returns the folder's absolute path; undefined if there are no layers
 * @throws {Error} if a layer's directory is missing
 */
export function layOutLayers(layers: readonly string[], folder: string): string | undefined {
  rmSync(folder, { recursive: true, force: true });
  if (layers.length === 0) return undefined;
  const missing = layers.find((layer) => !isDirectory(layer));
  if (missing !== undefined) throw new Error(`The layer ${missing} is not a directory.`);
  merge(layers, resolve(folder));
  return resolve(folder);
}

/** @param directories later ones win */
function merge(directories: readonly string[], target: string): void {
  mkdirSync(target, { recursive: true });
  const sources = new Map<string, string[]>();
  for (const directory of directories) {
    for (const name of readdirSync(directory)) {
      sources.set(name, [...(sources.get(name) ?? []), join(resolve(directory), name)]);
    }
  }
  for (const [name, paths] of sources) {
    // A file hides what earlier layers have in its place; directories that follow it are merged.
    const merged = paths.slice(paths.findLastIndex((path) => !isDirectory(path)) + 1);
    const [only = paths.at(-1) ?? ''] = merged;
    if (merged.length > 1) merge(merged, join(target, name));
    else symlinkSync(only, join(target, name));
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Where Lambda's own environment looks in `/opt`, the first place first. */
const searchPaths = [
  ['PATH', 'bin'],
  ['LD_LIBRARY_PATH', 'lib'],
  ['NODE_PATH', 'nodejs/node24/node_modules'],
  ['NODE_PATH', 'nodejs/node_modules'],
] as const;

/**
 * The search paths that Lambda sets by itself, as far as the layers have what they lead to. A function's own
 * variables of these names replace them.
 *
 * @param optFolder what `/opt` is on Lambda
 * @param path `PATH` without layers, which come last in it
 * @see https://docs.aws.amazon.com/lambda/latest/dg/packaging-layers.html#packaging-layers-paths
 */
export function layerSearchPaths(optFolder: string, path: string): Record<string, string> {
  const found: Record<string, string> = { PATH: path };
  for (const [variable, folder] of searchPaths) {
    const place = join(optFolder, folder);
    if (!existsSync(place)) continue;
    found[variable] = variable in found ? `${found[variable]}:${place}` : place;
  }
  return found;
}

/**
 * Environment variables in which `/opt` is another folder. Only whole values and entries of path lists count, since
 * elsewhere `/opt/` can be a part of anything.
 */
export function relocateOpt(variables: Record<string, string>, optFolder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll(/(?<=^|:)\/opt(?=\/|:|$)/g, () => optFolder),
    ]),
  );
}
