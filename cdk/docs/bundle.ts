import { build, type Metafile } from 'esbuild';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../project.ts';
import { guidePages } from './guide-pages.ts';
import { hashOf, packFiles } from './pack.ts';
import { fillIn } from './template.ts';

const sources = join(projectRoot, 'functions', 'docs');

/**
 * Bundles the docs page and the guides for browsers into `folder`, packed, with the list that `PageFiles` reads. All
 * names but those of HTML pages hold a hash.
 */
export async function bundleDocs(folder: string): Promise<void> {
  const entryPoints = [
    'console/main.ts',
    'console/page.css',
    'console/reference.css',
    'console/icon.svg',
    'guides/guide.css',
  ];
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: entryPoints.map((file) => join(sources, file)),
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    // The reference and the preview come when they are wanted.
    splitting: true,
    platform: 'browser',
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.4'],
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    // The worker is whole as it comes, and started by its address.
    loader: { '.svg': 'copy', '.min.mjs': 'file' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  const licenses = licenseTexts();
  const licensesName = `licenses-${hashOf(licenses).slice(0, 8).toUpperCase()}.txt`;
  const names = outputNames(metafile).set('licenses.txt', licensesName);
  const files = new Map<string, Uint8Array | string>([
    ...outputFiles.map(({ path, contents }) => [basename(path), contents] as const),
    [licensesName, licenses],
    ['index.html', fillIn(join(sources, 'console', 'index.html'), names)],
    ...guidePages(join(projectRoot, 'docs'), join(sources, 'guides', 'guide.html'), names),
  ]);
  await packFiles(folder, files);
}

/** The terms of what the page holds of others, as these ask for. */
const licenseFiles = [
  'swagger-ui-dist/NOTICE',
  'swagger-ui-dist/LICENSE',
  'swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt',
  'pdfjs-dist/LICENSE',
];

const licenseTexts = (): string =>
  licenseFiles
    .map((file) => `${file}\n\n${readFileSync(join(projectRoot, 'node_modules', file), 'utf8')}`)
    .join('\n\n');

/** Names of the bundled files by the names of their sources. */
const outputNames = (metafile: Metafile): Map<string, string> =>
  new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [
      basename(entryPoint ?? ''),
      basename(path),
    ]),
  );
