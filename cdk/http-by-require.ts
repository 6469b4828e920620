import type { Plugin } from 'esbuild';

/**
 * Makes bundles load Node's HTTP modules by `require`. An `import` evaluates each export of a module, including those
 * that Node loads lazily: all of `fetch`, which takes 25 ms of processor time at each cold start.
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
