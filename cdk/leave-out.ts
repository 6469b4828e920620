import type { Plugin } from 'esbuild';
import { join, sep } from 'node:path';

const leftOut = join(import.meta.dirname, 'left-out.ts');

/** The folder of pdf-lib in the path of a module that imports. */
const pdfLib = join(sep, 'node_modules', 'pdf-lib', sep);

/** Replaces packages that pdf-lib imports and does not need, see `left-out.ts`. */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    build.onResolve({ filter: /^(?:@pdf-lib\/(?:standard-fonts|upng)|pako)$/ }, ({ importer }) =>
      importer.includes(pdfLib) ? { path: leftOut } : undefined,
    );
  },
};
