import { join } from 'node:path';

/** The folder of package.json. */
export const packageRoot = join(import.meta.dirname, '..');

/** The published files. `prepack` creates them and `postpack` removes them, so that they are never out of date. */
export const distFolder = join(packageRoot, 'dist');
