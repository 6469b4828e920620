import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputFolder } from '../folders.ts';
import type { IndexedPackage } from './control.ts';

const recordFile = (layer: string): string => join(outputFolder, `${layer}.packages.json`);

/** Records the packages that a layer is built from, which differ from the lock if pinned versions left the mirrors. */
export const recordPackages = (layer: string, packages: readonly IndexedPackage[]): Promise<void> =>
  writeFile(recordFile(layer), `${JSON.stringify(packages, undefined, 2)}\n`);

/** The packages that the layer on this machine is built from; undefined if it is not built. */
export async function recordedPackages(layer: string): Promise<readonly IndexedPackage[] | undefined> {
  const text = await readFile(recordFile(layer), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as IndexedPackage[]);
}
