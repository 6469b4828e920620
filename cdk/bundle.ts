import { build, type BuildOptions, type Metafile } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocs } from './docs/bundle.ts';
import { filesBeside } from './files-beside.ts';
import { functionNames, functionTable } from './functions.ts';
import { httpByRequire } from './http-by-require.ts';
import { bundleFolder, projectRoot } from './project.ts';

/** esbuild cannot bundle native code. The functions run on Linux and x86_64. */
const koffiFile = 'node_modules/koffi/build/koffi/linux_x64/koffi.node';

const leftOut = join(import.meta.dirname, 'left-out.ts');

/** The esbuild options for code that runs in functions. The benchmarks use them too. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  // Only pdf-lib's object model is used. The rest would be loaded at every cold start.
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
 * Bundles each function with its dependencies, the AWS SDK included, into `dist/<name>/handler.mjs`. The same files are
 * deployed to AWS and run locally. A bundled SDK has a pinned version and starts faster than the runtime's copy.
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
    plugins: [httpByRequire, filesBeside],
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    // CommonJS dependencies call require() for Node's modules. ES modules do not define it.
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
