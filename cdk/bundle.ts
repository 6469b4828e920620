import { build, type BuildOptions, type Metafile, stop } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocs } from './docs/bundle.ts';
import { earlyThread } from './early-thread.ts';
import { filesBeside } from './files-beside.ts';
import { type FunctionName, functionNames, functionTable } from './functions.ts';
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
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
  },
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  // An import for its effects on the bundle alone would have none.
  logOverride: { 'ignored-bare-import': 'error' },
} satisfies BuildOptions;

/**
 * Bundles each function with its dependencies, the AWS SDK included, into `dist/<name>/handler.mjs`. The same files are
 * deployed to AWS and run locally. A bundled SDK has a pinned version and starts faster than the runtime's copy.
 */
export async function bundleFunctions(): Promise<Metafile> {
  rmSync(bundleFolder, { recursive: true, force: true });
  const metafiles: Metafile[] = [];
  // Side by side, they would take as long and gigabytes of memory.
  for (const name of functionNames) metafiles.push(await bundleFunction(name));
  await bundleDocs(join(bundleFolder, 'docs', 'page'));
  // Its process would keep hundreds of megabytes.
  await stop();
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)) as Metafile['outputs'],
  };
}

/**
 * Bundles a function by itself: what it imports dynamically is in files of its own, which a start does not read, and no
 * two functions share a file.
 */
async function bundleFunction(name: FunctionName): Promise<Metafile> {
  const folder = join(bundleFolder, name);
  const { programs, thread, native } = functionTable[name];
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: { handler: thread ? 'early-thread' : `functions/${name}/handler.ts`, ...programs },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    ...bundling,
    splitting: true,
    plugins: [httpByRequire, filesBeside, ...(thread ? [earlyThread(name, thread)] : [])],
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    // CommonJS dependencies call require() for Node's modules. ES modules do not define it.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  if (native) copyFileSync(join(projectRoot, koffiFile), join(folder, 'koffi.node'));
  return metafile;
}

if (import.meta.main) await bundleFunctions();
