import { build, type BuildOptions } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarations } from './declarations.ts';
import { distFolder, packageRoot } from './folders.ts';
import { writtenOut } from './written-out.ts';

/** Builds `dist`: the client for all platforms, the command line for Node.js, and the types. */

const bundling = {
  absWorkingDir: packageRoot,
  outdir: distFolder,
  bundle: true,
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

rmSync(distFolder, { recursive: true, force: true });
await build({ ...bundling, entryPoints: ['src/index.ts'], platform: 'neutral', target: 'es2022' });
await build({
  ...bundling,
  entryPoints: ['src/cli/convert.ts'],
  platform: 'node',
  target: 'node20.17',
  banner: { js: '#!/usr/bin/env node' },
  plugins: ['operations.ts', 'version.ts'].map((name) => writtenOut(join(packageRoot, 'src', 'cli', name))),
});
mkdirSync(distFolder, { recursive: true });
for (const [name, text] of await declarations(join(packageRoot, 'src', 'index.ts'))) {
  writeFileSync(join(distFolder, name), text);
}
