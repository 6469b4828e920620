import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../layers/folders.ts';
import { layers } from '../layers/recipes.ts';

/** A built layer: its folder unpacks to `/opt`, and `hash` is of all that it was made from. */
export interface LayerFolder {
  name: string;
  path: string;
  hash: string;
}

/**
 * The layers as `layers/build.ts` left them.
 *
 * @param without names of those that are not wanted
 * @throws Error naming those that are not built
 */
export function builtLayers(without: readonly string[] = []): LayerFolder[] {
  const folders = layers
    .filter(({ name }) => !without.includes(name))
    .map(({ name }) => ({
      name,
      path: join(outputFolder, name),
      stamp: join(outputFolder, `${name}.stamp`),
    }));
  const missing = folders.filter(({ path, stamp }) => !existsSync(path) || !existsSync(stamp));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(',');
    throw new Error(
      `Layers are not built: ${names}. Run npm run layers, or go without: -c withoutLayers=${names}.`,
    );
  }
  return folders.map(({ name, path, stamp }) => ({ name, path, hash: readFileSync(stamp, 'utf8').trim() }));
}
