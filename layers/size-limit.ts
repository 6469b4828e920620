import { join } from 'node:path';
import { outputFolder } from './folders.ts';
import { listTree, treeSize } from './layer-tree.ts';

/**
 * Lambda's limit for a function and its layers, unzipped, in bytes: 250 MiB.
 * Source: AWS, "Lambda quotas", deployment package size.
 */
export const unzippedLimit = 250 * 1024 * 1024;

/** Space reserved for the function itself, in bytes: its bundle, WebAssembly and, with LibreOffice, a native module. */
export const functionAllowance = 14_000_000;

/** The combinations of layers that functions use. */
const combinations = [['libreoffice', 'fonts'], ['chromium', 'fonts'], ['verapdf']] as const;

/** The layers of one function, sizes in bytes; `total` includes the function. */
export interface LayerSum {
  layers: { name: string; size: number }[];
  total: number;
}

/**
 * Sums the sizes of the built layers of each function that has any.
 *
 * @throws Error when a sum exceeds Lambda's limit
 */
export function checkUnzippedSize(): Promise<LayerSum[]> {
  return Promise.all(combinations.map(sumLayers));
}

async function sumLayers(names: readonly string[]): Promise<LayerSum> {
  const layers = await Promise.all(
    names.map(async (name) => ({ name, size: treeSize(await listTree(join(outputFolder, name))) })),
  );
  const total = layers.reduce((sum, { size }) => sum + size, functionAllowance);
  if (total > unzippedLimit) {
    const sizes = layers.map(({ name, size }) => `${name} ${String(size)}`).join(', ');
    throw new Error(
      `The layers are too large for Lambda: ${sizes} and ${String(functionAllowance)} bytes for the function ` +
        `are ${String(total)} bytes; the limit is ${String(unzippedLimit)}.`,
    );
  }
  return { layers, total };
}
