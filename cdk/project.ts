import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of package.json. */
export const projectRoot = join(import.meta.dirname, '..');

/** Where `bundleFunctions` writes and the stack reads: one folder per function. */
export const bundleFolder = join(projectRoot, 'dist');

export const serviceVersion = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;

export const stackName = 'FileConversion';
