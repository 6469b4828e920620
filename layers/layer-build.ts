import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { layersFolder, outputFolder } from './folders.ts';
import type { Layer, Progress } from './layer.ts';
import { listTree, normaliseTree, replaceFolder, treeSize } from './layer-tree.ts';

/** A size for messages, in megabytes of 10⁶ bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Beside the layer's folder, because the folder holds exactly the content of `/opt`. */
const stampFile = (layer: Layer): string => join(outputFolder, `${layer.name}.stamp`);

const layerFolder = (layer: Layer): string => join(outputFolder, layer.name);

/**
 * A hash of all inputs of a layer: its packages, its recipe, the code that layers share, and files of the operator.
 *
 * @param packages names, versions and hashes of its packages, as JSON
 */
export async function layerKey(layer: Layer, packages: string): Promise<string> {
  const hash = createHash('sha256')
    .update(packages)
    .update((await layer.otherInputs?.()) ?? '');
  const folders = [layer.name, layer.from];
  const sources: string[] = [];
  for (const entry of await readdir(layersFolder, { recursive: true, withFileTypes: true })) {
    const path = relative(layersFolder, join(entry.parentPath, entry.name));
    const isOfLayer = !path.includes(sep) || folders.some((folder) => path.startsWith(`${folder}${sep}`));
    if (entry.isFile() && isOfLayer && /\.(ts|xcd|conf|java)$/.test(path)) sources.push(path);
  }
  for (const path of sources.sort()) {
    hash.update(`${path}\0`).update(await readFile(join(layersFolder, path)));
  }
  return hash.digest('hex');
}

/** Whether the built layer exists and is up to date. */
export async function isBuilt(layer: Layer, key: string): Promise<boolean> {
  const stamp = await readFile(stampFile(layer), 'utf8').catch(() => '');
  return stamp === key && (await readdir(layerFolder(layer)).catch(() => [])).length > 0;
}

/**
 * Builds one layer into `layers/.out/<name>`, which is replaced in one step at the end.
 *
 * @param key the result of {@link layerKey}
 * @param assemble fills an empty folder
 */
export async function buildLayer(
  layer: Layer,
  key: string,
  assemble: (target: string) => Promise<unknown>,
  progress: Progress,
): Promise<void> {
  await mkdir(outputFolder, { recursive: true });
  const finished = await mkdtemp(join(outputFolder, `${layer.name}.new-`));
  try {
    await assemble(finished);
    await normaliseTree(finished, layer.executables);
    if (layer.from === 'debian') await layer.prove?.(finished, progress);
    await rm(stampFile(layer), { force: true });
    await replaceFolder(finished, layerFolder(layer));
    await writeFile(stampFile(layer), key);
  } finally {
    await rm(finished, { recursive: true, force: true });
  }
  progress(`done, ${megabytes(treeSize(await listTree(layerFolder(layer))))} unzipped`);
}
