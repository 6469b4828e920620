import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../layers/folders.ts';
import { layers } from '../layers/recipes.ts';

/** A built layer. Lambda mounts its folder at `/opt`. `hash` identifies the inputs of the build. */
export interface LayerFolder {
  name: string;
  path: string;
  hash: string;
}

/**
 * The layers that `layers/build.ts` built.
 *
 * @param without names of layers to leave out
 * @throws Error naming the layers that are not built
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
      `Layers are not built: ${names}. Run npm run layers, or leave them out with -c withoutLayers=${names}.`,
    );
  }
  return folders.map(({ name, path, stamp }) => ({ name, path, hash: readFileSync(stamp, 'utf8').trim() }));
}
