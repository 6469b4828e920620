import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project's package.json. */
export const projectRoot = join(import.meta.dirname, '..');

/** The output folder of `bundleFunctions`, with one folder per function. */
export const bundleFolder = join(projectRoot, 'dist');

export const serviceVersion = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version;

export const stackName = 'FileConversion';
