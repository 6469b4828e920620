import { join } from 'node:path';

/** The folder of package.json. */
export const packageRoot = join(import.meta.dirname, '..');

/** What is published; `prepack` makes it and `postpack` removes it, so that it is never out of date. */
export const distFolder = join(packageRoot, 'dist');
