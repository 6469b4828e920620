import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from '../layers/folders.ts';

/** A built layer: its folder unpacks to `/opt`, and `hash` is of all that it was made from. */
export interface LayerFolder {
  name: string;
  path: string;
  hash: string;
}

/** The layers of the office worker, as `layers/build.ts` left them; undefined when one is missing. */
export function builtLayers(): LayerFolder[] | undefined {
  const found = ['libreoffice', 'fonts'].map((name) => {
    const path = join(outputFolder, name);
    const stamp = `${path}.stamp`;
    return existsSync(path) && existsSync(stamp)
      ? { name, path, hash: readFileSync(stamp, 'utf8').trim() }
      : undefined;
  });
  return found.every((layer) => layer !== undefined) ? found : undefined;
}
