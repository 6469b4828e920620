import { build, type Metafile } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { projectRoot } from '../project.ts';
import { guidePages } from './guide-pages.ts';
import { hashOf, packFiles } from './pack.ts';
import { fillIn } from './template.ts';

const sources = join(projectRoot, 'functions', 'docs');

/**
 * Bundles the docs page and the guides into `folder`, compressed, with the manifest that `PageFiles` reads. The names
 * of all files but HTML pages contain a hash.
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
    // The reference and the preview are loaded on demand.
    splitting: true,
    platform: 'browser',
    target: ['es2023', 'chrome125', 'firefox128', 'safari17.4'],
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    // The worker of pdf.js is already bundled and is started by its URL.
    loader: { '.svg': 'copy', '.min.mjs': 'file' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  const licenses = licenseTexts();
  const licensesName = `licenses-${hashOf(licenses).slice(0, 8).toUpperCase()}.txt`;
  const images = guideImages(join(projectRoot, 'docs', 'images'));
  const names = new Map([...outputNames(metafile), ...images.names]).set('licenses.txt', licensesName);
  const files = new Map<string, Uint8Array | string>([
    ...outputFiles.map(({ path, contents }) => [basename(path), contents] as const),
    [licensesName, licenses],
    ...images.files,
    ['index.html', fillIn(join(sources, 'console', 'index.html'), names)],
    ...guidePages(join(projectRoot, 'docs'), join(sources, 'guides', 'guide.html'), names),
  ]);
  await packFiles(folder, files);
}

/** The images of guides: their content by name, and their names as guides refer to them. */
function guideImages(folder: string): { files: [string, Uint8Array][]; names: [string, string][] } {
  const files: [string, Uint8Array][] = [];
  const names: [string, string][] = [];
  for (const file of readdirSync(folder)) {
    const content = readFileSync(join(folder, file));
    const { name: stem, ext } = parse(file);
    const name = `${stem}-${hashOf(content).slice(0, 8).toUpperCase()}${ext}`;
    files.push([name, content]);
    names.push([`images/${file}`, name]);
  }
  return { files, names };
}

/** The licenses of the packages in the page, which require their inclusion. */
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

/** The names of the bundled files by source name. */
const outputNames = (metafile: Metafile): Map<string, string> =>
  new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [
      basename(entryPoint ?? ''),
      basename(path),
    ]),
  );
