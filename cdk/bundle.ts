import { build, type BuildOptions, type Metafile } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocs } from './docs/bundle.ts';
import { functionNames, functionTable } from './functions.ts';
import { httpByRequire } from './http-by-require.ts';
import { bundleFolder, projectRoot } from './project.ts';

/** Native code cannot be bundled. Linux on x86_64, as on Lambda. */
const koffiFile = 'node_modules/koffi/build/koffi/linux_x64/koffi.node';

const leftOut = join(import.meta.dirname, 'left-out.ts');

/** How code is bundled that runs in functions; benchmarks bundle theirs the same way. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  // Only pdf-lib's object model is used: the rest would be loaded at every cold start.
  alias: {
    'pdf-lib': 'pdf-lib/es/core/index.js',
    '@pdf-lib/standard-fonts': leftOut,
    '@pdf-lib/upng': leftOut,
    pako: leftOut,
  },
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Bundles every function with all it needs, the AWS SDK included, into `dist/<name>/handler.mjs`: the same files go
 * to AWS and run locally. Bundling the SDK starts faster than the runtime's own copy and pins its version.
 */
export async function bundleFunctions(): Promise<Metafile> {
  rmSync(bundleFolder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [
      ...functionNames.flatMap((name) =>
        Object.entries({ handler: `functions/${name}/handler.ts`, ...functionTable[name].programs }).map(
          ([program, file]) => ({ in: file, out: join(name, program) }),
        ),
      ),
    ],
    outdir: bundleFolder,
    outExtension: { '.js': '.mjs' },
    ...bundling,
    plugins: [httpByRequire],
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    // CommonJS dependencies call require() for Node's own modules, which ES modules do not have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  await bundleDocs(join(bundleFolder, 'docs', 'page'));
  for (const name of functionNames.filter((each) => functionTable[each].native)) {
    copyFileSync(join(projectRoot, koffiFile), join(bundleFolder, name, 'koffi.node'));
  }
  return metafile;
}

if (import.meta.main) await bundleFunctions();
