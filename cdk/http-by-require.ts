import type { Plugin } from 'esbuild';

/**
 * Has bundles get Node's HTTP modules by `require`. An import reads all that such a module exports, also what it only
 * makes when it is read: fetch's whole implementation, which takes 25 ms of processor time at every cold start.
 */
export const httpByRequire: Plugin = {
  name: 'http-by-require',
  setup(build) {
    build.onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'http-by-require' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'http-by-require' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};
