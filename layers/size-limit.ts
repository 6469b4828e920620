import { join } from 'node:path';
import { outputFolder } from './folders.ts';
import { listTree, treeSize } from './layer-tree.ts';

/**
 * Lambda's limit for a function and its layers, unzipped, in bytes: 250 MiB.
 * Source: AWS, "Lambda quotas", deployment package size.
 */
export const unzippedLimit = 250 * 1024 * 1024;

/** What is left free for the office worker itself, in bytes: its bundle and the native module it drives LibreOffice with. */
export const functionAllowance = 5_000_000;

/** The layers of the office worker. */
const officeLayers = ['libreoffice', 'fonts'];

/** Adds up the built layers of the office worker and throws if Lambda would refuse them. */
export async function checkUnzippedSize(): Promise<{
  layers: { name: string; size: number }[];
  total: number;
}> {
  const layers = await Promise.all(
    officeLayers.map(async (name) => ({ name, size: treeSize(await listTree(join(outputFolder, name))) })),
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
